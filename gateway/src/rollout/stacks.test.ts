import type { RemoteEvent, StackFrame } from '@amber/proto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, call, outcomeCode, signIn, type Person } from '../testing/client.ts';
import { insertAccounts, query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { tinyRelease } from '../testing/release.ts';

const day = 24 * 60 * 60_000;
const operators = new Set<string>();
let now = 1_800_000_000_000;
let gateway: TestGateway;
let operator: Person;

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    operators,
    limits: { accessTokenTtl: 100 * day, stacksPerRelease: 3, releaseFilesMax: 3, releaseMax: 2_000 },
  });
  operator = await signIn(gateway);
  operators.add(operator.identifier);
  await insertAccounts(gateway, ['alice', 'bob', 'carol']);
});
afterAll(() => gateway.close());

const script = 'remoteEntry.js';
/** Its fourteenth column is the third one of line 5 of the source, in the function `Routes`. */
const text = 'function d(){throw Error("broken")}';
const map = {
  version: 3,
  sources: ['webpack://small_1_0_0/src/remote.tsx?4f2a'],
  names: ['Routes'],
  mappings: 'AAAA,SAASA,IAIP',
};
const bytesOf = (content: unknown) => Buffer.from(JSON.stringify(content));

/** Publishes a release for everybody, with the map of its script. */
async function publish(remote: string, data: Uint8Array | null = bytesOf(map)) {
  const { file, release } = tinyRelease({ remote, share: 100, script: text });
  await operator.api.rollout.upload(file);
  if (data) await operator.api.rollout.uploadMap({ ...file, data });
  await operator.api.rollout.publish(release);
  return { remote, version: release.version };
}
type ReleaseId = Awaited<ReturnType<typeof publish>>;

/** A page that loads the release, which crashes with this stack. */
const crash = ({ remote, version }: ReleaseId, who: string, stack: string, of = 'events') => {
  const event = { remote, version, milliseconds: 0 };
  const events: RemoteEvent[] = [
    { ...event, kind: 'load', type: '', stack: '' },
    { ...event, kind: 'crash', type: 'thrown', stack },
  ];
  const ticket = who === '' ? '' : gateway.rollout.tickets.issue(who);
  return call(gateway.url, 'rollout.report', { [of]: events, ticket }, {});
};
const stacksOf = async (release: ReleaseId) => (await operator.api.rollout.stacks(release)).stacks;
const shown = async (release: ReleaseId) =>
  (await stacksOf(release)).map(({ count, frames }) => [count, ...frames.map(frameText)]);
const frameText = ({ file, line, column, name }: StackFrame) => `${file}:${line}:${column} ${name}`.trim();

test('R157 the team sees by its source map where accounts’ pages crashed, each account’s once a day', async () => {
  const release = await publish('named');
  const stack = `${script}:1:14 d`;
  await crash(release, 'alice', `main.js:1:5\n${stack}\nassets/other.js:3:4`);
  for (const who of ['alice', 'bob']) await crash(release, who, stack);
  await crash(release, 'carol', `${script}:1:1`);
  expect(await shown(release)).toEqual([
    [2, 'src/remote.tsx:5:3 Routes'],
    [1, 'src/remote.tsx:1:1'],
  ]);
  // It does not read the maps again for frames that it knows.
  await query(gateway, 'delete from release_map where remote = $1', [release.remote]);
  now += day;
  await crash(release, 'alice', stack);
  expect((await stacksOf(release))[0]).toMatchObject({ count: 3, time: now, frames: [{ name: 'Routes' }] });
});

test('R157 visitors and testers, who may be anybody, are not counted, nor what has no frame of the release', async () => {
  const release = await publish('strangers');
  await operator.api.rollout.createTesterLink({ ...release, days: 1 });
  await crash(release, '', `${script}:1:14 d`);
  await crash(release, '', `${script}:1:14 d`, 'testerEvents');
  await crash(release, 'bob', 'main.js:1:1');
  expect(await stacksOf(release)).toEqual([]);
  expect(await outcomeCode(crash(release, 'alice', 'x'.repeat(1_001)))).toBe('TOO_LARGE');
});

test('R157 the most frequent stacks of a release are kept, and a new one can become frequent', async () => {
  const release = await publish('frequent');
  const at = (column: number) => `${script}:2:${column}`;
  for (let column = 1; column < 5; column += 1) {
    now += day;
    for (const who of ['alice', 'bob', 'carol'].slice(0, column === 1 ? 3 : 2)) await crash(release, who, at(column));
  }
  now += day;
  await crash(release, 'alice', at(5));
  expect(await shown(release)).toEqual([
    [3, at(1)],
    [2, at(4)],
    [1, at(5)],
  ]);
});

test.each([
  ['no map', null],
  ['no JSON', Buffer.from('<html>')],
  ['another form', bytesOf({ version: 3, sections: [] })],
  ['mappings that are none', bytesOf({ ...map, mappings: '\u0000!!~' })],
  ['sources that are missing', bytesOf({ ...map, sources: [] })],
  ['a source that is null', bytesOf({ ...map, sources: [null] })],
])('R157 with %s a frame stays as it is', async (_, data) => {
  const release = await publish('broken', data);
  await crash(release, 'alice', `${script}:1:14 d`);
  expect(await shown(release)).toEqual([[1, `${script}:1:14 d`]]);
});

test('R157 a name from a map cannot move the cursor of a terminal', async () => {
  const release = await publish('escapes', bytesOf({ ...map, sources: ['\u001b[2Jx\n.ts'], names: ['\u202eb'] }));
  await crash(release, 'alice', `${script}:1:14 d`);
  expect(await shown(release)).toEqual([[1, '[2Jx.ts:5:3 b']]);
});

test('R157 the name of a source is read in one pass, whatever is in it', async () => {
  // With a search for the end of the line at each '?' this would take minutes.
  const source = `a${'?'.repeat(200_000)}\n x`;
  const release = await publish('slow');
  const large = bytesOf({ ...map, sources: [source] });
  await query(gateway, 'update release_map set data = $1 where remote = $2', [large, release.remote]);
  await crash(release, 'alice', `${script}:1:14 d`);
  expect(await shown(release)).toEqual([[1, 'a:5:3 Routes']]);
});

test('R154 R157 a source map is never served, and what is uploaded of them has a bound', async () => {
  const release = await publish('hidden');
  for (const path of [
    `${script}.map`,
    'remoteEntry.map',
    `${script}.map.br`,
    `../hidden/${release.version}/${script}.map`,
  ])
    expect((await fetch(`${gateway.url}/chat/remotes/hidden/${release.version}/${path}`)).status).toBe(404);
  const { registry } = gateway.rollout.registry.current();
  expect(JSON.stringify(registry)).not.toContain('.map');

  const { file } = tinyRelease({ remote: 'hidden' });
  const upload = (path: string, size = 1, more = {}) =>
    outcomeCode(operator.api.rollout.uploadMap({ ...file, path, data: Buffer.alloc(size), ...more }));
  expect(await upload(script, 1, release)).toBe('RELEASE_TAKEN');
  expect(await upload('../a.js')).toBe('BAD_REQUEST');
  expect(await upload('a.js', 1_000)).toBe('SUCCESS');
  expect(await upload('b.js', 1_001)).toBe('TOO_LARGE');
  for (const path of ['a.js', 'b.js', 'c.js']) expect(await upload(path)).toBe('SUCCESS');
  expect(await upload('d.js')).toBe('TOO_LARGE');
  // Another version is no way around it, for maps and for files.
  expect(await upload('a.js', 0, { version: '9.9.9' })).toBe('TOO_LARGE');
  const uploadFile = (path: string, version: string) =>
    outcomeCode(operator.api.rollout.upload({ ...file, path, version, data: Buffer.alloc(0) }));
  for (const path of ['a.js', 'b.js', 'c.js']) expect(await uploadFile(path, file.version)).toBe('SUCCESS');
  expect(await uploadFile('a.js', '9.9.9')).toBe('TOO_LARGE');
});

test('R154 R157 a team sees the stacks of its own releases alone', async () => {
  const release = await publish('ours');
  const { deployToken } = await operator.api.rollout.createToken({ remote: 'ours', name: 'ours' });
  const { deployToken: theirs } = await operator.api.rollout.createToken({ remote: 'theirs', name: 'theirs' });
  await crash(release, 'alice', `${script}:1:14 d`);
  const anyone = apiOf(gateway.url).rollout;
  expect((await anyone.stacks({ ...release, deployToken })).stacks).toHaveLength(1);
  expect(await outcomeCode(anyone.stacks({ ...release, deployToken: theirs }))).toBe('NO_AUTH');
  expect(
    await outcomeCode(anyone.uploadMap({ ...release, path: script, data: Buffer.from('{}'), deployToken: theirs })),
  ).toBe('NO_AUTH');
});

test('R157 R159 maps are deleted with their release, and stacks after the time of its health', async () => {
  const release = await publish('old');
  await operator.api.rollout.uploadMap({ ...release, version: '9.9.9', path: script, data: bytesOf(map) });
  await crash(release, 'alice', `${script}:1:14 d`);
  const kept = async () =>
    (
      await query(
        gateway,
        `select (select count(*)::int from release_map where remote = 'old') as maps,
           (select count(*)::int from release_stack where remote = 'old') as stacks`,
      )
    ).rows[0];
  now += 7 * day - 1;
  await gateway.rollout.dropOld();
  expect(await kept()).toEqual({ maps: 2, stacks: 1 });
  now += 2;
  await gateway.rollout.dropOld();
  expect(await kept()).toEqual({ maps: 1, stacks: 0 });
  await operator.api.rollout.remove({ remote: 'old', why: '' });
  for (let count = 0; count < 2; count += 1) {
    now += 1;
    await publish('old');
  }
  now += 8 * day;
  await gateway.rollout.dropOld();
  const { rows } = await query(gateway, `select 1 from release_map where remote = 'old' and version = $1`, [
    release.version,
  ]);
  expect(rows).toEqual([]);
});
