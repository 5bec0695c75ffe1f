import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { call, outcomeCode, signIn } from '../testing/client.ts';
import { publishRelease } from '../testing/release.ts';
import { migratedDatabase, query, startTestGateway, temporaryFolder, type TestGateway } from '../testing/gateway.ts';
import { integrityOf } from './uploads.ts';

const operators = new Set<string>();
let databaseUrl: string;
let folder: string;
let gateways: TestGateway[] = [];
const said: string[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  databaseUrl = await migratedDatabase();
});
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  gateways = [];
  said.length = 0;
});

/** The files that a remote's build leaves in `dist`. */
async function build(
  name: string,
  version: string,
  script: string,
  { contract = '^1', integrity = integrityOf(Buffer.from(script)) } = {},
) {
  const entry = `remoteEntry.${Buffer.from(script).toString('hex').slice(0, 8)}.js`;
  const dist = join(folder, name, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, entry), script);
  await writeFile(
    join(dist, 'amber-remote.json'),
    JSON.stringify({ name, version, contract, owner: name, entry, files: { [entry]: integrity } }),
  );
}

async function start(): Promise<TestGateway> {
  const gateway = await startTestGateway({
    databaseUrl,
    remotesDir: folder,
    operators,
    say: (sentence) => said.push(sentence),
  });
  gateways.push(gateway);
  return gateway;
}
const offers = (gateway: TestGateway) => gateway.rollout.registry.current().registry;
const audit = async () =>
  (await query<{ line: string }>({ databaseUrl }, "select who || ' ' || what as line from audit order by id")).rows.map(
    ({ line }) => line,
  );
const served = async (gateway: TestGateway, url: string) => (await fetch(gateway.url + url)).text();

test('R154 what was built beside a fresh gateway is stable, and a second start changes nothing', async () => {
  await build('chat', '0.1.0', 'aaaaaaaa');
  const first = await start();
  const {
    revision,
    offers: [offer],
  } = offers(first);
  expect(offer).toMatchObject({
    remote: 'chat',
    stable: { version: '0.1.0' },
    candidate: null,
    share: 0,
    previous: [],
  });
  expect(await served(first, offer!.stable!.entry)).toBe('aaaaaaaa');
  const again = offers(await start());
  expect(again.offers).toEqual([offer]);
  // The database may have been restored meanwhile, and pages ignore what is older than what they have.
  expect(again.revision).toBeGreaterThan(revision);
  expect(await audit()).toEqual(['gateway stored the local build 0.1.0 as stable']);
});

test('R159 another local build of the same version replaces it, and a tab that runs the old one still finds its files', async () => {
  await build('chat', '0.1.0', 'aaaaaaaa');
  const before = offers(await start());
  await build('chat', '0.1.0', 'bbbbbbbb');
  const gateway = await start();
  const after = offers(gateway);
  expect(after.revision).toBeGreaterThan(before.revision);
  const [old, fresh] = [before.offers[0]!.stable!, after.offers[0]!.stable!];
  expect(fresh.files.map(({ integrity }) => integrity)).toEqual([integrityOf(Buffer.from('bbbbbbbb'))]);
  expect([await served(gateway, fresh.entry), await served(gateway, old.entry)]).toEqual(['bbbbbbbb', 'aaaaaaaa']);
  expect(await audit()).toEqual([
    'gateway stored the local build 0.1.0 as stable',
    'gateway replaced the local build 0.1.0',
  ]);
});

test('R241 another build of the same version never replaces a file that is named by its content', async () => {
  await build('chat', '0.1.0', 'aaaaaaaa by one');
  const [offer] = offers(await start()).offers;
  // The script's first letters are the hash of its name.
  await build('chat', '0.1.0', 'aaaaaaaa by another');
  const other = await start();
  expect(said.at(-1)).toContain('is left out: another gateway has stored remoteEntry.61616161.js of its version 0.1.0');
  expect(offers(other).offers).toEqual([offer]);
  expect(await served(other, offer!.stable!.entry)).toBe('aaaaaaaa by one');
  await build('chat', '0.1.1', 'aaaaaaaa by another');
  expect(await served(other, offers(await start()).offers[0]!.stable!.entry)).toBe('aaaaaaaa by another');
});

test('R159 a new local version is stable, and the one before stays to fall back on', async () => {
  await build('chat', '0.1.0', 'aaaaaaaa');
  await start();
  await build('chat', '0.2.0', 'bbbbbbbb');
  expect(offers(await start()).offers[0]).toMatchObject({
    stable: { version: '0.2.0' },
    previous: [{ version: '0.1.0' }],
  });
});

test('R154 R208 where a release was published, a restart offers nothing new, and says so', async () => {
  await build('chat', '0.1.0', 'aaaaaaaa');
  const gateway = await start();
  const operator = await signIn(gateway);
  operators.add(operator.identifier);
  await publishRelease(operator.api, { remote: 'chat', version: '0.2.0', share: 10 });
  const { rollout } = operator.api;
  for (const version of ['0.2.0', '0.1.0', '0.3.0']) {
    await build('chat', version, 'bbbbbbbb');
    said.length = 0;
    const again = await start();
    expect(offers(again).offers).toEqual(offers(gateway).offers);
    expect(await served(again, '/chat/remotes/chat/0.2.0/remoteEntry.js')).toBe('/* 0.2.0 */');
    expect(said).toEqual([expect.stringMatching(/^remotes\/chat is left out: releases of it have been published/)]);
  }

  const newest = await start();
  const leftOut = async () =>
    (await call(newest.url, 'rollout.status', {}, { headers: { token: operator.tokens.token } })).leftOut;
  expect(await leftOut()).toEqual([{ remote: 'chat', version: '0.3.0' }]);

  // Until an operator chooses it: now, and at every start, until the next release.
  await rollout.followCheckout({ remote: 'chat' });
  expect((await rollout.registry({})).offers[0]).toMatchObject({ stable: { version: '0.3.0' }, candidate: null });
  await build('chat', '0.4.0', 'cccccccc');
  said.length = 0;
  expect(offers(await start()).offers[0]).toMatchObject({ stable: { version: '0.4.0' } });
  expect(said).toEqual([]);
  await publishRelease(operator.api, { remote: 'chat', version: '0.5.0' });
  await build('chat', '0.6.0', 'dddddddd');
  expect(offers(await start()).offers[0]).toMatchObject({ stable: { version: '0.4.0' } });
  expect(await outcomeCode(rollout.followCheckout({ remote: 'moments' }))).toBe('NOT_OFFERED');
});

test('R208 what an operator has removed stays away at every start, until it is to follow the checkout again', async () => {
  await build('chat', '0.1.0', 'aaaaaaaa');
  const gateway = await start();
  const operator = await signIn(gateway);
  operators.add(operator.identifier);
  const { rollout } = operator.api;
  await rollout.remove({ remote: 'chat', why: '' });
  expect((await rollout.status({ remote: '' })).leftOut).toEqual([{ remote: 'chat', version: '0.1.0' }]);
  await build('chat', '0.2.0', 'bbbbbbbb');
  expect(offers(await start()).offers).toEqual([]);
  expect(said).toEqual([expect.stringMatching(/^remotes\/chat is left out: an operator has removed it/)]);
  await rollout.followCheckout({ remote: 'chat' });
  expect((await rollout.registry({})).offers[0]).toMatchObject({ stable: { version: '0.2.0' }, previous: [] });
  await build('chat', '0.3.0', 'cccccccc');
  expect(offers(await start()).offers[0]).toMatchObject({
    stable: { version: '0.3.0' },
    previous: [{ version: '0.2.0' }],
  });
});

test('R154 a build that is half written, or needs another host, is left out with a sentence', async () => {
  await build('chat', '0.1.0', 'aaaaaaaa', { integrity: integrityOf(Buffer.from('other')) });
  await build('moments', '0.1.0', 'aaaaaaaa', { contract: '^999' });
  expect(offers(await start()).offers).toEqual([]);
  expect(said).toEqual([
    'remotes/chat is left out: its files are not those that its build announced; build it again',
    'remotes/moments is left out: it needs the contract ^999, which this host does not offer',
  ]);
});
