import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { PageRegistry, RegistryDetails } from '@amber/proto';
import { seedPlacementOf } from '@amber/proto/seedPlacements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, signIn, type Person } from '../testing/client.ts';
import { newVersion, publishRelease, tinyRelease } from '../testing/release.ts';
import { markTried, query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

const day = 24 * 60 * 60_000;
const operators = new Set<string>();
let now = 1_800_000_000_000;
let gateway: TestGateway;
let operator: Person;

const start = (databaseUrl?: string) =>
  startTestGateway({
    clock: () => now,
    operators,
    limits: { accessTokenTtl: 100 * day },
    ...(databaseUrl && { databaseUrl }),
  });
beforeAll(async () => {
  gateway = await start();
  operator = await signIn(gateway);
  operators.add(operator.identifier);
});
afterAll(() => gateway.close());

const pageRegistry = (language = 'en', of = gateway): Promise<PageRegistry> =>
  apiOf(of.url).rollout.pageRegistry({ language });
const file = (path: string) => fetch(gateway.url + path);

/** Ships a release with the place of one of the five, to everybody. */
async function everybody(remote: string, version = newVersion(), place = seedPlacementOf(remote)): Promise<string> {
  const { file: upload, release } = tinyRelease({ remote, version, notes: `New in ${version}` });
  await operator.api.rollout.upload(upload);
  await operator.api.rollout.publish({ ...release, place });
  await markTried(gateway, remote);
  await operator.api.rollout.promote({ remote });
  now += 1;
  return version;
}

test('R156 R192 a page has what it needs to begin, and the file that it names has everything else', async () => {
  const versions = [await everybody('chat'), await everybody('chat'), await everybody('chat')];
  const candidate = await publishRelease(operator.api, { remote: 'chat', share: 10 });
  const { offers, details } = await pageRegistry('zh-Hans');
  const offer = offers.find(({ remote }) => remote === 'chat')!;
  expect([offer.candidate!.version, offer.stable!.version, offer.previous!.version]).toEqual([
    candidate,
    versions[2],
    versions[1],
  ]);
  expect(offer.stable!.place!.titles).toEqual(seedPlacementOf('chat')!.titles);
  expect((await pageRegistry()).offers[0]!.stable!.place!.titles).toEqual([{ language: 'en', text: 'Chats' }]);

  const answer = await file(details!.url);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const content = await answer.text();
  expect(`sha384-${createHash('sha384').update(content).digest('base64')}`).toBe(details!.integrity);
  const { remotes } = JSON.parse(content) as RegistryDetails;
  const { offered, previous } = remotes.find(({ remote }) => remote === 'chat')!;
  expect(offered.map(({ version }) => version)).toEqual([versions[2], candidate]);
  expect(previous.map(({ version }) => version)).toEqual([versions[1], versions[0]]);
  expect(offered[0]).toMatchObject({ notes: `New in ${versions[2]}`, files: [{ url: offer.stable!.entry }] });
});

test('R159 the file is served for thirty days after it was replaced, and the present one for ever', async () => {
  await everybody('moments');
  const { details: old } = await pageRegistry();
  await operator.api.rollout.setShare({ remote: 'chat', share: 11 }).catch(() => undefined);
  expect((await pageRegistry()).details).toEqual(old); // nothing in it has changed
  await everybody('moments');
  const { details: fresh } = await pageRegistry();
  expect(fresh!.url).not.toBe(old!.url);
  now += 30 * day - 2;
  await gateway.rollout.dropOld();
  expect((await file(old!.url)).status).toBe(200);
  now += 2;
  await gateway.rollout.dropOld();
  expect([(await file(old!.url)).status, (await file(fresh!.url)).status]).toEqual([404, 200]);
});

test.each(['1.0123456789abcdef.json', '../1.0123456789abcdef.json', '%00', 'x'])(
  'no other address below it is a file: %s',
  async (name) => expect((await file(`/chat/registry/${name}`)).status).not.toBe(500),
);

test('R156 a restored backup makes no page deaf: at a start, and under a running gateway, the revision is newer than any before', async () => {
  const restore = (revision: number) => query(gateway, `update registry set revision = ${revision}`);
  await everybody('airdrop');
  const { revision: before } = await pageRegistry();
  now += 1_000;
  await restore(before - 500);
  const { revision: running } = await pageRegistry();
  expect(running).toBeGreaterThan(before);
  now += 1_000;
  await restore(before - 500);
  const again = await start(gateway.databaseUrl);
  expect((await pageRegistry('en', again)).revision).toBeGreaterThan(running);
  await again.close();
});

test('R156 of six remotes with three releases each, a page holds at most 5 kB', async () => {
  for (const remote of ['chat', 'channels', 'ai', 'moments', 'airdrop'])
    for (let times = 0; times < 3; times += 1) await everybody(remote);
  await operator.api.rollout.setWord({ pattern: 'polls', remote: 'polls' });
  const polls = {
    titles: [{ language: 'en', text: 'Polls' }],
    paths: [
      { path: '/polls', access: 'members' as const, fills: false },
      { path: '/polls/:id', access: 'visitors' as const, fills: true },
    ],
    entries: [{ ...seedPlacementOf('ai')!.entries[0]!, to: '/polls', badge: 'own' as const }],
    settings: true,
    operators: '',
    tabs: (['profile', 'space'] as const).map((on) => ({ on, titles: [], icon: '' })),
    news: [],
  };
  for (let times = 0; times < 2; times += 1) await everybody('polls', newVersion(), polls);
  for (const remote of ['chat', 'channels', 'ai', 'moments', 'airdrop'])
    await publishRelease(operator.api, { remote, share: 10 });
  const held = await pageRegistry('zh-Hans');
  expect(held.offers.filter(({ stable, previous }) => stable && previous)).toHaveLength(6);
  expect(brotliCompressSync(JSON.stringify(held)).length).toBeLessThan(5_000);
});
