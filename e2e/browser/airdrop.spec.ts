// A day of moments and campaigns: an operator, an author, a follower and a visitor.
import { readFileSync } from 'node:fs';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { call } from '@amber/gateway/testing/client';
import type { Page } from '@playwright/test';
import { isInRollout } from '@amber/proto/rolloutShare';
import { accountOf } from '../kit/accountOf.ts';
import { pictureFile } from '../kit/pictureFile.ts';
import { publishNextRelease } from '../kit/publishNextRelease.ts';
import {
  byKeyboard,
  expect,
  expectAccessible,
  openAppAs,
  openNewcomer,
  withoutServiceWorker,
  type Person,
  test as base,
} from '../kit/world.ts';

interface Operator extends Person {
  identifier: string;
  token: string;
}

/** One operator for all tests of this file: the gateway starts again for it. */
const test = base.extend<object, { olga: Operator }>({
  olga: [
    async ({ browser, world, complaints }, use) => {
      const person = await openNewcomer(browser, { world, complaints }, 'Olga Operator', withoutServiceWorker);
      await openAppAs(person, { world, complaints });
      const { identifier, token } = await accountOf(person.page);
      await world.gateway.kill();
      await world.gateway.start({ AMBER_OPERATORS: identifier });
      await use({ ...person, identifier, token });
      await person.context.close();
    },
    { scope: 'worker', timeout: scaledTimeout(300_000) },
  ],
});
test.use(withoutServiceWorker);

const openSection = ({ page }: Pick<Person, 'page'>, where: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: where }).click();

async function typeInto(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** In a system's list: by its first letters, as the keyboard does. */
async function selectOption(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).focus();
  await page.keyboard.type(text);
  await expect(page.getByRole('combobox', { name: field }).locator('option:checked')).toHaveText(text);
}

/** Sends what is shown to a chat. */
async function share({ page }: Person, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).first().click();
  await page.getByRole('checkbox', { name: to }).click();
  await page.getByRole('button', { name: 'Forward' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('R133 R136 R137 a day: a campaign and a post, follows and shares, a race for the last prize, and a draw that all check', async ({
  olga,
  person,
  newcomer,
  world,
}) => {
  const url = world.url.replace('/chat/', '');
  const [anna, ben, uma, vic] = await Promise.all([
    person('Anna Author'),
    person('Ben Follower'),
    person('Uma Undecided'),
    newcomer('Vic Visitor'),
  ]);

  // Morning: the author posts a picture.
  await openSection(anna, 'Moments');
  const [chooser] = await Promise.all([
    anna.page.waitForEvent('filechooser'),
    anna.page.getByRole('button', { name: 'Add pictures' }).click(),
  ]);
  await chooser.setFiles([pictureFile('sunrise.png', 320, 200, () => [240, 160, 60])]);
  await anna.page.getByRole('textbox', { name: 'What is on your mind?' }).click();
  await anna.page.keyboard.type('A sunrise');
  await anna.page.getByRole('button', { name: 'Post', exact: true }).click();

  // The operator finds the editor from the operators' page.
  await olga.page.goto(`${world.url}admin`);
  await olga.page.getByRole('link', { name: 'Manage Airdrop' }).click();
  await olga.page.getByRole('link', { name: 'New campaign' }).click();
  await olga.page.getByRole('button', { name: 'Publish' }).click();
  await expect(olga.page.getByText('Enter a title')).toBeVisible();
  await typeInto(olga.page, 'Title', 'Spring badges');
  await typeInto(olga.page, 'Reward', 'One golden badge');
  await typeInto(olga.page, 'Rules', 'One for each.');
  await typeInto(olga.page, 'Number of prizes', '1');
  await typeInto(olga.page, 'Codes', 'GOLD-1');
  await olga.page.getByRole('button', { name: 'Add task' }).click();
  await selectOption(olga.page, 'Task 1', 'Follow somebody');
  await selectOption(olga.page, 'Person', 'Olga Operator');
  await expect(olga.page.getByRole('region', { name: 'Preview' }).getByText('Follow Olga Operator')).toBeVisible();
  await expectAccessible(olga.page);
  await olga.page.getByRole('button', { name: 'Publish' }).click();
  await expect(olga.page.getByRole('link', { name: 'Spring badges' })).toBeVisible();
  await expectAccessible(olga.page);

  // The follower follows, likes, comments and passes the post on.
  await byKeyboard.openChat(ben, 'Anna Author');
  await openSection(ben, 'Moments');
  const sunrise = ben.page.getByRole('article').filter({ hasText: 'A sunrise' });
  await sunrise.getByRole('link', { name: 'Anna Author' }).click();
  await ben.page.getByRole('button', { name: 'Follow', exact: true }).click();
  await ben.page.goBack();
  await sunrise.getByRole('button', { name: /^Like/ }).click();
  await expect(sunrise.getByRole('button', { name: /^Like/, pressed: true })).toBeVisible();
  await sunrise.getByRole('link', { name: 'Comment' }).click();
  await ben.page.getByRole('textbox', { name: 'Write a comment' }).click();
  await ben.page.keyboard.type('Where was it?');
  await ben.page.keyboard.press('Enter');
  await expect(ben.page.getByRole('region', { name: 'Comments' }).getByText('Where was it?')).toBeVisible();
  await share(ben, 'Anna Author');

  // Both take part and do the task: a notice leads back to the campaign.
  const both = [anna, ben];
  await Promise.all(
    both.map(async ({ page }) => {
      await openSection({ page }, 'Airdrop');
      await page.getByRole('link', { name: /Spring badges/ }).click();
      await page.getByRole('button', { name: 'Take part' }).click();
      await expect(page.getByText('Finish the tasks to claim')).toBeVisible();
      await page.getByRole('link', { name: 'Open profile' }).click();
      await page.getByRole('button', { name: 'Follow', exact: true }).click();
      // The link is in a notice that says what was done and goes after a few seconds.
      const notices = page.getByRole('region', { name: 'Notifications' });
      const done = notices.filter({ hasText: 'You finished all tasks of Spring badges' });
      await done.getByRole('link', { name: 'Open campaign' }).click();
      await expect(page.getByText('1 of 1 done')).toBeVisible();
    }),
  );

  // Who is signed out reads everything, and claims nothing.
  await vic.page.goto(`${new URL(ben.page.url()).pathname.replace('/info', '/sinfo')}`);
  await expect(vic.page.getByRole('link', { name: 'Sign in to take part' })).toBeVisible();
  await expect(vic.page.getByText('Follow Olga Operator')).toBeVisible();
  await expect(vic.page.getByRole('button', { name: 'Claim prize' })).toHaveCount(0);
  await expectAccessible(vic.page);

  // Both press at once: there is one prize.
  await Promise.all(both.map(({ page }) => page.getByRole('button', { name: 'Claim prize' }).click()));
  const outcomes = await Promise.all(
    both.map(async ({ page }) => {
      const outcome = page.getByText(/^(You won|All prizes are gone)$/);
      await expect(outcome).toBeVisible();
      return outcome.textContent();
    }),
  );
  expect(outcomes.toSorted()).toEqual(['All prizes are gone', 'You won']);
  const winner = both[outcomes.indexOf('You won')]!;
  await expect(winner.page.getByText('GOLD-1')).toBeVisible();
  await expect(winner.page.getByRole('region', { name: 'Winners' }).getByText(winner.name)).toBeVisible();
  await expectAccessible(winner.page);

  // Shared into a chat: a picture, and the link; the post's link is there, too.
  await share(ben, 'Anna Author');
  await openSection(anna, 'Chats');
  await anna.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /Ben Follower/ })
    .click();
  const log = anna.page.getByRole('log', { name: 'Messages' });
  await expect(log.getByText('Spring badges: One golden badge')).toBeVisible();
  await expect(log.getByRole('img').first()).toBeVisible();
  await expect(log.getByText(/\/moments\//)).toBeVisible();

  // The operator sees who won, and takes the file along.
  await olga.page.goto(`${world.url}airdrop/manage`);
  await olga.page.getByRole('link', { name: 'Spring badges' }).click();
  await expect(olga.page.getByText('GOLD-1')).toBeVisible();
  await expectAccessible(olga.page);
  const [file] = await Promise.all([
    olga.page.waitForEvent('download'),
    olga.page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(readFileSync((await file.path())!, 'utf8')).toContain(`"${winner.name}","GOLD-1"`);

  // A draw, which ends while the author reads a chat: a notice leads to the prize.
  const now = Date.now();
  const draw = { title: 'The draw', reward: 'A cup', begins: now - 1_000, ends: now + 3_600_000 } as const;
  await call(
    url,
    'airdrop.save',
    { campaign: { id: 'draw', ...draw, prize: 'code', way: 'draw', prizes: 2 }, codes: ['CUP-1', 'CUP-2'] },
    { token: olga.token },
  );
  await Promise.all(
    both.map(async ({ page }) => {
      await openSection({ page }, 'Airdrop');
      await page.getByRole('link', { name: /The draw/ }).click();
      await page.getByRole('button', { name: 'Enter the draw' }).click();
      await expect(page.getByText('You are in the draw')).toBeVisible();
    }),
  );
  await openSection(anna, 'Chats');
  await world.gateway.executeSql(`update campaign set ends_at = ${Date.now()} where id = 'draw'`);
  await vic.page.goto('airdrop/draw/sinfo');
  await vic.page.getByRole('button', { name: 'Check this draw' }).click();
  await expect(vic.page.getByText('The draw is correct')).toBeVisible();
  await expect(vic.page.getByRole('region', { name: 'Winners' }).getByText('Anna Author')).toBeVisible();
  await expectAccessible(vic.page);
  await expect(anna.page.getByText('You won “A cup” in The draw')).toBeVisible();
  // In the feature's own words: its team ships them.
  const fetched = () => performance.getEntriesByType('resource').map(({ name }) => name);
  expect(await anna.page.evaluate(fetched)).toContainEqual(expect.stringMatching(/\/remotes\/airdrop\/.*\bnews\b/));
  await expectAccessible(anna.page);
  await anna.page.getByRole('link', { name: 'See your prize' }).click();
  await expect(anna.page.getByText(/^CUP-[12]$/)).toBeVisible();
  await anna.page.getByRole('button', { name: 'Check this draw' }).click();
  await expect(anna.page.getByText('Your ticket was in it.')).toBeVisible();
  await expect(ben.page.getByText('You won', { exact: true })).toBeVisible();

  // A draw with one prize and a task, which Anna and Ben have done and Uma has not.
  const cup = {
    ...draw,
    id: 'cup',
    title: 'The cup',
    rules: 'One cup.',
    prize: 'code',
    way: 'draw',
    prizes: 1,
  } as const;
  const tasks = [{ kind: 'follow', target: olga.identifier, count: 1 } as const];
  await call(url, 'airdrop.save', { campaign: { ...cup, tasks }, codes: ['CUP-3'] }, { token: olga.token });
  // It has begun: the operator cannot rewrite the rules, and adds a correction.
  await olga.page.goto(`${world.url}airdrop/manage/cup`);
  await expect(olga.page.getByRole('textbox', { name: 'Title', exact: true })).toBeVisible();
  await expect(olga.page.getByRole('textbox', { name: 'Rules', exact: true })).toHaveCount(0);
  await typeInto(olga.page, 'New correction', 'The cup is made of tin.');
  await olga.page.getByRole('button', { name: 'Publish correction' }).click();
  await expect(olga.page.getByRole('region', { name: 'Preview' }).getByText('The cup is made of tin.')).toBeVisible();
  await expectAccessible(olga.page);

  const everybody = [olga, anna, ben, uma];
  await Promise.all(
    everybody.map(async ({ page }) => {
      await openSection({ page }, 'Airdrop');
      await page.getByRole('link', { name: /The cup/ }).click();
      await expect(
        page.getByRole('region', { name: 'Corrections' }).getByText('The cup is made of tin.'),
      ).toBeVisible();
    }),
  );
  await Promise.all(both.map(({ page }) => page.getByRole('button', { name: 'Enter the draw' }).click()));
  await uma.page.getByRole('button', { name: 'Take part' }).click();
  await expect(uma.page.getByText('Finish the tasks to enter the draw')).toBeVisible();
  await Promise.all(both.map(({ page }) => expect(page.getByText('You are in the draw')).toBeVisible()));
  await world.gateway.executeSql(`update campaign set ends_at = ${Date.now()} where id = 'cup'`);
  // The open pages change by themselves.
  await Promise.all(
    everybody.map(async ({ page }) => {
      await expect(page.getByRole('heading', { name: 'Winners' })).toBeVisible();
      await expect(page.getByText(/Ends in/)).toHaveCount(0);
      await expect(page.getByText('Live', { exact: true })).toHaveCount(0);
    }),
  );
  const results = await Promise.all(
    both.map(async ({ page }) => {
      const result = page.getByText(/^(You won|No prize this time)$/);
      await expect(result).toBeVisible();
      return result.textContent();
    }),
  );
  expect(results.toSorted()).toEqual(['No prize this time', 'You won']);
  await expect(both[results.indexOf('You won')]!.page.getByText('CUP-3')).toBeVisible();
  await expect(uma.page.getByText('You did not finish the tasks')).toBeVisible();
  await expectAccessible(uma.page);
});

test('R154 R157 the next version of Airdrop comes by a release of its own, and goes back', async ({ olga, world }) => {
  const { page, identifier, token } = olga;
  const url = world.url.replace('/chat/', '');
  const versions = Array.from({ length: 40 }, (_, n) => `0.2.${n}`);
  const version = versions.find((one) => isInRollout('airdrop', one, identifier, 50))!;
  await publishNextRelease('airdrop', version, { url, token });
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
