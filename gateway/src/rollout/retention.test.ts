import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeCode, signIn, type Person } from '../testing/client.ts';
import { publishRelease } from '../testing/release.ts';
import { markTried, query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

const day = 24 * 60 * 60_000;
const operators = new Set<string>();
let now = 1_800_000_000_000;
let gateway: TestGateway;
let operator: Person;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now, operators, limits: { accessTokenTtl: 100 * day } });
  operator = await signIn(gateway);
  operators.add(operator.identifier);
});
afterAll(() => gateway.close());

const isServed = async (remote: string, version: string) =>
  (await fetch(`${gateway.url}/chat/remotes/${remote}/${version}/remoteEntry.js`)).status === 200;
const servedOf = async (remote: string, versions: string[]) => {
  const served = await Promise.all(versions.map((version) => isServed(remote, version)));
  return versions.filter((_, index) => served[index]);
};
/** Publishes and promotes, a day apart. */
async function everybody(remote: string, ...versions: string[]): Promise<void> {
  for (const version of versions) {
    await publishRelease(operator.api, { remote, version });
    await markTried(gateway, remote);
    await operator.api.rollout.promote({ remote });
    now += day;
  }
}

test('R159 a release is served for seven days after it is no longer offered, and what one may fall back on for ever', async () => {
  await everybody('chat', '1.0.0', '2.0.0', '3.0.0', '4.0.0');
  const all = ['1.0.0', '2.0.0', '3.0.0', '4.0.0'];
  // 1.0.0 was replaced three days ago.
  now += 4 * day - 1;
  await gateway.rollout.dropOld();
  expect(await servedOf('chat', all)).toEqual(all);
  now += 1;
  await gateway.rollout.dropOld();
  expect(await servedOf('chat', all)).toEqual(['2.0.0', '3.0.0', '4.0.0']);
  now += 50 * day;
  await gateway.rollout.dropOld();
  expect(await servedOf('chat', all)).toEqual(['2.0.0', '3.0.0', '4.0.0']);
  expect((await operator.api.rollout.registry({})).offers[0]!.previous.map(({ version }) => version)).toEqual([
    '3.0.0',
    '2.0.0',
  ]);
});

test('R159 the last two that were published stay, also those that were taken back', async () => {
  await everybody('moments', '1.0.0');
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    await publishRelease(operator.api, { remote: 'moments', version });
    await operator.api.rollout.rollback({ remote: 'moments', version });
    now += 1;
  }
  now += 8 * day;
  await gateway.rollout.dropOld();
  expect(await servedOf('moments', ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])).toEqual(['1.0.0', '1.2.0', '1.3.0']);
});

test('R159 a version whose files are gone is not given to another build, nor fallen back on', async () => {
  await everybody('ai', '1.0.0', '2.0.0', '3.0.0', '4.0.0');
  now += 8 * day;
  await gateway.rollout.dropOld();
  expect(await servedOf('ai', ['1.0.0'])).toEqual([]);
  expect(await outcomeCode(publishRelease(operator.api, { remote: 'ai', version: '1.0.0' }))).toBe('RELEASE_TAKEN');
  await operator.api.rollout.rollback({ remote: 'ai', version: '4.0.0' });
  await operator.api.rollout.rollback({ remote: 'ai', version: '3.0.0' });
  expect((await operator.api.rollout.registry({})).offers.find(({ remote }) => remote === 'ai')).toMatchObject({
    stable: { version: '2.0.0' },
    previous: [],
  });
});

test('R159 what was uploaded and never published goes after seven days, and so do old counts', async () => {
  await operator.api.rollout.upload({ remote: 'airdrop', version: '1.0.0', path: 'a.js', data: Buffer.from('x') });
  const version = await publishRelease(operator.api, { remote: 'airdrop' });
  await operator.api.rollout.report({ events: [{ remote: 'airdrop', version, kind: 'load' }] });
  const kept = async () =>
    (
      await query(
        gateway,
        `select
    (select count(*)::int from release_file where remote = 'airdrop') as files, (select count(*)::int from remote_health where remote = 'airdrop') as minutes`,
      )
    ).rows[0];
  now += 7 * day - 60_000;
  await gateway.rollout.dropOld();
  expect(await kept()).toEqual({ files: 2, minutes: 1 });
  now += 2 * 60_000;
  await gateway.rollout.dropOld();
  expect(await kept()).toEqual({ files: 1, minutes: 0 });
});
