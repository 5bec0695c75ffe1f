// A team with nothing of this repository but the kit that a gateway serves.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { insertAccounts, startTestGateway, type TestGateway } from '@amber/gateway/testing';
import { call, signIn, type Person } from '@amber/gateway/testing/client';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { isInRollout } from '@amber/proto/rolloutShare';
import { root } from '../../tools/run.ts';
import { createTeamFolder, type TeamFolder } from '../kit/teamFolder.ts';
import { expect, test } from '../kit/world.ts';

let gateway: TestGateway;
let operator: Person;
let team: TeamFolder;

test.beforeAll(async () => {
  test.setTimeout(scaledTimeout(300_000));
  const operators = new Set<string>();
  gateway = await startTestGateway({ shellDir: join(root, 'shell', 'dist'), operators });
  operator = await signIn(gateway, { name: 'Operator' });
  operators.add(operator.identifier);
  const { deployToken } = await operator.api.rollout.createToken({ remote: 'votes', name: 'votes-team' });
  team = await createTeamFolder(gateway.url, 'votes', { AMBER_DEPLOY_TOKEN: deployToken });
  // A page of a visitor shows it without signing in.
  team.edit('amber-remote.json', '"members"', '"visitors"');
});
test.afterAll(async () => {
  team.remove();
  await gateway.close();
});

test('R206 R154 a team creates, checks, tests and develops a feature in an empty folder, with the kit alone', async ({
  newcomer,
}) => {
  test.setTimeout(scaledTimeout(300_000));
  const lockfile = JSON.parse(readFileSync(join(team.folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { resolved?: string; integrity?: string }>;
  };
  const { resolved, integrity } = lockfile.packages['node_modules/@amber/kit']!;
  const served = Buffer.from(await (await fetch(resolved!)).arrayBuffer());
  expect(integrity).toBe(`sha512-${createHash('sha512').update(served).digest('base64')}`);

  await team.run('npm', 'run', 'check');
  expect(await team.run('npm', 'test')).toMatch(/Tests\s+11 passed/);
  const { page } = await newcomer('Visitor');
  const development = await team.startDevServer();
  await page.goto(development.url);
  await expect(page.getByRole('heading', { name: 'Votes', exact: true })).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
  team.edit('src/words/en.json', '"Votes"', '"Ballots"');
  await expect(page.getByRole('heading', { name: 'Ballots' })).toBeVisible();
  expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true);
  await page.goto('about:blank');
  await development.stop();
  team.edit('src/words/en.json', '"Ballots"', '"Votes"');
});

/** The first ids that get this version at 25 % and not at 5 %. */
const idsInRollout = (version: string, count: number): string[] =>
  Array.from({ length: 20 * count }, (_, number) => `somebody-${number}`)
    .filter((id) => isInRollout('votes', version, id, 25) && !isInRollout('votes', version, id, 5))
    .slice(0, count);

/** What the page of each account reports that has got the version, from this address. */
const reportVisits = (accounts: string[], version: string, addressOf: (index: number) => string) =>
  Promise.all(
    accounts.map((account, index) =>
      call(
        gateway.url,
        'rollout.report',
        {
          ticket: gateway.rollout.tickets.issue(account),
          events: [
            { remote: 'votes', version, kind: 'load' },
            { remote: 'votes', version, kind: 'ready', milliseconds: 180 },
          ],
        },
        { headers: { 'x-forwarded-for': addressOf(index) } },
      ),
    ),
  );

test('R206 R157 the team ships it to 5, 25 and 100 % of the people and takes it back', async ({ newcomer }) => {
  test.setTimeout(scaledTimeout(300_000));
  const [visitor = '', ...accounts] = idsInRollout('0.2.0', 41);
  await insertAccounts(gateway, accounts); // those of today judge nothing
  const release = (...args: string[]) => team.run('npm', 'run', 'release', ...(args.length > 0 ? ['--', ...args] : []));
  const { page, context } = await newcomer('Visitor');
  await context.addInitScript((id) => (localStorage['amber-visitor'] ??= id), visitor);
  const expectTitle = async (name: string) => {
    await page.goto(`${gateway.url}/chat/votes`);
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  };

  expect(await release()).toContain('next: npm run release -- rollout 5');
  expect(await release('promote')).toContain('stable');
  await expectTitle('Votes');
  // The page has loaded the release's own entry.
  const { offers } = await call(gateway.url, 'rollout.pageRegistry', {});
  const entry = offers.find(({ remote }) => remote === 'votes')!.stable!.entry;
  expect(await page.evaluate((url) => performance.getEntriesByName(url).length, gateway.url + entry)).toBe(1);

  team.edit('package.json', '"0.1.0"', '"0.2.0"');
  team.edit('src/words/en.json', '"Votes"', '"Polls"');
  await release('--notes', 'A new name');
  await release('rollout', '5');
  await expectTitle('Votes');
  await release('rollout', '25');
  await expectTitle('Polls');
  // At most three accounts of a network judge a release: 23 of these 40 do.
  await reportVisits(accounts.slice(0, 20), '0.2.0', () => '198.51.100.7');
  await expect(release('promote')).rejects.toThrow(
    'More than 50 % is refused until 20 accounts have tried the release',
  );
  await reportVisits(accounts.slice(20), '0.2.0', (index) => `203.0.${index}.7`);
  expect(await release('promote')).toMatch(/^votes +0\.2\.0 +stable +█{20} 100 % +23 +0 \(0 %\)/m);
  await page.evaluate(() => localStorage.setItem('amber-visitor', 'somebody else'));
  await expectTitle('Polls');
  expect(await release('rollback', '0.2.0', '--why', 'The old name was better')).toMatch(/^votes +0\.1\.0 +stable/m);
  await expectTitle('Votes');
});
