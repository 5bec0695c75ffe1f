// A team with nothing of this repository but the kit that a gateway serves; and a release for the contract before.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestGateway, type TestGateway } from '@amber/gateway/testing';
import { call, signIn, type Person } from '@amber/gateway/testing/client';
import { scaledTimeout } from '@amber/gateway/testing/machine';
import { root } from '../../tools/run.ts';
import { createTeamFolder } from '../kit/teamFolder.ts';
import { expect, test } from '../kit/world.ts';
import { keptContracts, keptRelease } from '../keptReleases/keptReleases.ts';

let gateway: TestGateway;
let operator: Person;

test.beforeAll(async () => {
  const operators = new Set<string>();
  gateway = await startTestGateway({ shellDir: join(root, 'shell', 'dist'), operators });
  operator = await signIn(gateway, { name: 'Operator' });
  operators.add(operator.identifier);
});
test.afterAll(() => gateway.close());

test('R206 R154 a team creates, checks, tests, develops and ships a feature from an empty folder, with the kit alone', async ({
  newcomer,
}) => {
  test.setTimeout(scaledTimeout(300_000));
  const { deployToken } = await operator.api.rollout.createToken({ remote: 'votes', name: 'votes-team' });
  const team = await createTeamFolder(gateway.url, 'votes', { AMBER_DEPLOY_TOKEN: deployToken });
  try {
    const lockfile = JSON.parse(readFileSync(join(team.folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { resolved?: string; integrity?: string }>;
    };
    const { resolved, integrity } = lockfile.packages['node_modules/@amber/kit']!;
    const served = Buffer.from(await (await fetch(resolved!)).arrayBuffer());
    expect(integrity).toBe(`sha512-${createHash('sha512').update(served).digest('base64')}`);

    await team.run('npm', 'run', 'check');
    expect(await team.run('npm', 'test')).toMatch(/Tests\s+11 passed/);
    // A page of a visitor shows it without signing in.
    team.edit('amber-remote.json', '"members"', '"visitors"');
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

    expect(await team.run('npm', 'run', 'release')).toContain('next: npm run release -- rollout 5');
    expect(await team.run('npm', 'run', 'release', '--', 'promote')).toContain('stable');

    await page.goto(`${gateway.url}/chat/votes`);
    await expect(page.getByRole('heading', { name: 'Ballots' })).toBeVisible();
    // Its class names and its texts are its own; React, the router and the engine's client are the host's.
    const { offers } = await call(gateway.url, 'rollout.pageRegistry', {});
    const entry = offers.find(({ remote }) => remote === 'votes')!.stable!.entry;
    expect(await page.evaluate((url) => performance.getEntriesByName(url).length, gateway.url + entry)).toBe(1);
  } finally {
    team.remove();
  }
});

for (const kept of keptContracts()) {
  test(`R207 a release for an earlier contract (${kept}) runs on this host`, async ({ newcomer }) => {
    const { manifest, files } = keptRelease(kept);
    const { name: remote, version, owner, entry, contract, place } = manifest;
    await operator.api.rollout.createToken({ remote, name: 'polls-team' });
    for (const [path, text] of Object.entries(files))
      await operator.api.rollout.upload({ remote, version, path, data: Buffer.from(text) });
    await operator.api.rollout.publish({
      remote,
      version,
      owner,
      entry,
      contract,
      place: { ...place!, paths: place!.paths.map((row) => ({ ...row, access: 'visitors' })) },
      files: Object.entries(manifest.files).map(([url, integrity]) => ({ url, integrity })),
    });
    await operator.api.rollout.promote({ remote });
    const { page } = await newcomer('Visitor');
    await page.goto(`${gateway.url}/chat/polls`);
    await expect(page.getByRole('heading', { name: 'Polls', exact: true })).toBeVisible();
  });
}
