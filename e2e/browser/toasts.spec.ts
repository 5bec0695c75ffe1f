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

test('R28 a toast stays while it is hovered, goes after its time, and can be dismissed or pushed away', async ({
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
