// Toasts: to whom they are announced, how long they stay, how they are dismissed.
import { expect, expectAccessible, withoutServiceWorker, type Person, test } from '../kit/world.ts';

test.use(withoutServiceWorker);

const region = ({ page }: Person) => page.getByRole('region', { name: 'Notifications' });

/** Shows a toast: copies the identifier in the settings. */
async function copyIdentifier({ page, context }: Person): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: /^Copy/ }).first().click();
}

test('R28 a toast stays while it is hovered, goes after its time, and can be dismissed or pushed away @soak', async ({
  person,
}) => {
  const tom = await person('Tom Toast');
  await copyIdentifier(tom);
  const toast = region(tom).getByText('Copied');
  await expect(toast).toBeVisible();
  await toast.hover();
  await expectAccessible(tom.page);
  await tom.page.waitForTimeout(6_000);
  await expect(toast).toBeVisible();
  await tom.page.mouse.move(0, 0);
  await expect(toast).toHaveCount(0);

  await tom.page.getByRole('button', { name: /^Copy/ }).first().click();
  await region(tom).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);

  await tom.page.getByRole('button', { name: /^Copy/ }).first().click();
  const { x, y } = (await toast.boundingBox())!;
  await tom.page.mouse.move(x + 5, y + 5);
  await tom.page.mouse.down();
  await tom.page.mouse.move(x + 80, y + 5, { steps: 4 });
  await tom.page.mouse.up();
  await expect(toast).toHaveCount(0);
});

test('R28 with reduced motion a toast goes as well', async ({ person }) => {
  const rita = await person('Rita Reduced', { reducedMotion: 'reduce' });
  await copyIdentifier(rita);
  await region(rita).getByRole('button', { name: 'Dismiss' }).click();
  await expect(region(rita).getByText('Copied')).toHaveCount(0);
});

test('R28 a toast is beside the details panel, not over it', async ({ person }) => {
  const { page, context } = await person('Tia Toast');
  const friend = await person('Tim Toast');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Group name' }).click();
  await page.keyboard.type('Toasters');
  await dialog.getByRole('searchbox', { name: 'Find people' }).click();
  await page.keyboard.type(friend.name);
  await dialog.getByRole('checkbox', { name: friend.name }).click();
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await page.getByRole('link', { name: 'Details' }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('link', { name: /^Settings/ }).click();
  await details.getByRole('switch', { name: 'Open to anyone with the link' }).click();
  await details.getByRole('button', { name: 'Back to details' }).click();
  await details.getByRole('button', { name: 'Link' }).click();
  const toast = page.getByRole('region', { name: 'Notifications' });
  await expect(toast.getByText('Link copied')).toBeVisible();
  const [panel, shown] = [(await details.boundingBox())!, (await toast.boundingBox())!];
  expect(shown.x + shown.width).toBeLessThanOrEqual(panel.x);
});
