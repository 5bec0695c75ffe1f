// A day of campaigns: an operator, two people and a visitor.
import { readFileSync } from 'node:fs';
import { call } from '@amber/gateway/testing/client';
import type { Page } from '@playwright/test';
import { isInShare } from '@amber/proto/share';
import { accountOf } from '../kit/accountOf.ts';
import { shipNext } from '../kit/shipNext.ts';
import { expect, expectAccessible, openChat, pagesAlone, type Person, test } from '../kit/world.ts';

test.use(pagesAlone);

const toSquare = ({ page }: Person) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Airdrop' }).click();

async function write(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** In a system's list: by its first letters, as the keyboard does. */
async function choose(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).focus();
  await page.keyboard.type(text);
  await expect(page.getByRole('combobox', { name: field }).locator('option:checked')).toHaveText(text);
}

test('R136 R137 an operator publishes, two people take part, one wins, one shares, and everybody checks a draw', async ({
  person,
  newcomer,
  world,
}) => {
  const olga = await person('Olga Operator');
  const { identifier, token } = await accountOf(olga.page);
  await world.gateway.kill();
  await world.gateway.start({ AMBER_OPERATORS: identifier });
  const [ann, ben] = [await person('Ann Airdrop'), await person('Ben Late')];

  // The operator finds the editor from the operators' page.
  await olga.page.goto(`${world.url}admin`);
  await olga.page.getByRole('link', { name: 'Manage Airdrop' }).click();
  await expect(olga.page.getByText('No campaigns yet')).toBeVisible();
  await expectAccessible(olga.page);
  await olga.page.getByRole('link', { name: 'New campaign' }).click();
  await olga.page.getByRole('button', { name: 'Publish' }).click();
  await expect(olga.page.getByText('Enter a title')).toBeVisible();
  await write(olga.page, 'Title', 'Spring badges');
  await write(olga.page, 'Reward', 'One golden badge');
  await write(olga.page, 'Rules', 'One for each.');
  await write(olga.page, 'Number of prizes', '1');
  await write(olga.page, 'Codes', 'GOLD-1');
  await olga.page.getByRole('button', { name: 'Add task' }).click();
  await choose(olga.page, 'Task 1', 'Follow somebody');
  await choose(olga.page, 'Person', 'Olga Operator');
  const preview = olga.page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Follow Olga Operator')).toBeVisible();
  await expectAccessible(olga.page);
  await olga.page.getByRole('button', { name: 'Publish' }).click();
  await expect(olga.page.getByRole('link', { name: 'Spring badges' })).toBeVisible();
  await expectAccessible(olga.page);

  // Both take part; the one who has done the task claims.
  for (const { page } of [ann, ben]) {
    await toSquare({ page } as Person);
    await page.getByRole('link', { name: /Spring badges/ }).click();
    await page.getByRole('button', { name: 'Take part' }).click();
    await expect(page.getByText('Finish the tasks to claim')).toBeVisible();
  }
  await expect(ann.page.getByText('0 of 1 done')).toBeVisible();
  await expectAccessible(ann.page);
  await ann.page.getByRole('link', { name: 'Open profile' }).click();
  await ann.page.getByRole('button', { name: 'Follow', exact: true }).click();
  await ann.page.goBack();
  await ann.page.getByRole('button', { name: 'Claim prize' }).click();
  await expect(ann.page.getByText('You won')).toBeVisible();
  await expect(ann.page.getByText('GOLD-1')).toBeVisible();
  await expect(ann.page.getByRole('region', { name: 'Winners' }).getByText('Ann Airdrop')).toBeVisible();
  await expectAccessible(ann.page);
  await expect(ben.page.getByText('All prizes are gone')).toBeVisible();

  // Shared into a chat: a picture, and the link.
  const campaign = ann.page.url();
  await ann.page.goto(world.url);
  await openChat(ann, 'Ben Late');
  await ann.page.goto(campaign);
  await ann.page.getByRole('button', { name: 'Share' }).click();
  await ann.page.getByRole('checkbox', { name: 'Ben Late' }).click();
  await ann.page.getByRole('button', { name: 'Forward' }).click();
  await ben.page.goto(world.url);
  await ben.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /Ann Airdrop/ })
    .click();
  const log = ben.page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('Spring badges: One golden badge')).toBeVisible();
  await expect(log.getByRole('img').first()).toBeVisible();

  // The operator sees who won, and takes the file along.
  await olga.page.getByRole('link', { name: 'Spring badges' }).click();
  await expect(olga.page.getByRole('cell', { name: 'GOLD-1' })).toBeVisible();
  await expectAccessible(olga.page);
  const [file] = await Promise.all([
    olga.page.waitForEvent('download'),
    olga.page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(readFileSync((await file.path())!, 'utf8')).toContain('"Ann Airdrop","GOLD-1"');

  // A draw: it ends before everybody's eyes.
  const now = Date.now();
  const draw = {
    title: 'The draw',
    reward: 'A cup',
    begins: now - 1000,
    ends: now + 3_600_000,
    prize: 'code',
    way: 'draw',
    prizes: 1,
  } as const;
  const url = world.url.replace('/chat/', '');
  await call(url, 'airdrop.save', { campaign: { id: 'draw', ...draw }, codes: ['CUP'] }, { token });
  for (const { page } of [ann, ben]) {
    await page.goto(`${world.url}airdrop/draw/info`);
    await page.getByRole('button', { name: 'Enter the draw' }).click();
    await expect(page.getByText('You are in the draw')).toBeVisible();
  }
  const { page } = await newcomer('Vic Visitor');
  await page.goto(`${world.url}airdrop/draw/sinfo`);
  await expect(page.getByRole('link', { name: 'Sign in to take part' })).toBeVisible();
  await expectAccessible(page);
  await world.gateway.change(`update campaign set ends_at = ${Date.now()} where id = 'draw'`);
  await page.getByRole('button', { name: 'Check this draw' }).click();
  await expect(page.getByText('This draw is right')).toBeVisible();
  await expectAccessible(page);
  await expect(ann.page.getByText(/^(You won|No prize this time)$/)).toBeVisible({ timeout: 20_000 });
  await ann.page.getByRole('button', { name: 'Check this draw' }).click();
  await expect(ann.page.getByText('Your ticket was in it.')).toBeVisible();

  // Stopped, and begun again as a copy.
  await call(
    url,
    'airdrop.save',
    { campaign: { id: 'cups', ...draw, title: 'Cups', ends: now + 3_600_000 }, codes: ['CUP'] },
    { token },
  );
  await olga.page.goto(`${world.url}airdrop/manage`);
  const act = async (what: string) => {
    await olga.page.getByRole('button', { name: 'Actions for Cups' }).click();
    await olga.page.getByRole('menuitem', { name: what }).click();
  };
  await act('Stop');
  await olga.page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect(olga.page.getByText('Stopped')).toBeVisible();
  await act('Copy');
  await expect(olga.page.getByRole('textbox', { name: 'Title' })).toHaveValue('Cups (copy)');
  await olga.page.getByRole('button', { name: 'Save draft' }).click();
  await expect(olga.page.getByText('Draft', { exact: true })).toBeVisible();

  // Without a connection it says so, and asks again.
  world.proxy.set({ offline: true });
  await toSquare(ann);
  await expect(ann.page.getByText('The request failed')).toBeVisible({ timeout: 60_000 });
  world.proxy.set({ offline: false });
  await ann.page.getByRole('button', { name: 'Retry' }).click();
  await expect(ann.page.getByRole('link', { name: /Spring badges/ })).toBeVisible({ timeout: 40_000 });
});

test('R154 R157 the next version of Airdrop comes by a release of its own, and goes back', async ({
  person,
  world,
}) => {
  const { page } = await person('Olga Release');
  const { identifier, token } = await accountOf(page);
  await world.gateway.kill();
  await world.gateway.start({ AMBER_OPERATORS: identifier });
  const url = world.url.replace('/chat/', '');
  const versions = Array.from({ length: 40 }, (_, n) => `0.2.${n}`);
  const version = versions.find((one) => isInShare('airdrop', one, identifier, 50))!;
  await shipNext('airdrop', version, url, token);
  const shown = page.getByText(version);
  await page.goto(`${world.url}settings/features`);
  await expect(shown).toBeVisible();
  await page.goto(`${world.url}airdrop/square`);
  await expect(page.getByRole('heading', { name: 'Airdrop', level: 1 })).toBeVisible();
  await call(url, 'rollout.rollback', { remote: 'airdrop', version, why: 'A test' }, { token });
  await page.goto(`${world.url}settings/features`);
  await expect(page.getByRole('heading', { name: 'Airdrop' })).toBeVisible();
  await expect(shown).toHaveCount(0);
});
