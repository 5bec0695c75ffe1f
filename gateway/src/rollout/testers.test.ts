import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, outcomeCode, signIn, type Person } from '../testing/client.ts';
import { markTried, query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { newVersion, publishRelease, tinyRelease } from '../testing/release.ts';

const day = 24 * 60 * 60_000;
const operators = new Set<string>();
let now = 1_800_000_000_000;
let gateway: TestGateway;
let operator: Person;

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    operators,
    limits: { accessTokenTtl: 100 * day, testerLinksMax: 3 },
  });
  operator = await signIn(gateway);
  operators.add(operator.identifier);
});
afterAll(() => gateway.close());

const remote = 'moments';
const publish = () => {
  now += 1; // two releases are ordered by their times
  return publishRelease(operator.api, { remote });
};
const makeLink = (version: string, days = 14) => operator.api.rollout.createTesterLink({ remote, version, days });
/** Opened by somebody without a session. */
const open = (token: string) => call(gateway.url, 'rollout.testerRelease', { token, language: 'en' }, {});
const isServed = async (version: string) =>
  (await fetch(`${gateway.url}/chat/remotes/${remote}/${version}/remoteEntry.js`)).status === 200;

test('R209 a tester’s link shows its release to whoever opens it, and offers it to nobody', async () => {
  const version = await publish();
  await publish(); // the candidate is another one now
  const { token, link } = await makeLink(version);
  const opened = await open(token);
  expect(opened).toMatchObject({ remote, release: { version, contract: '^1' }, expires: now + 14 * day });
  expect(opened.release!.integrity).toMatch(/^sha384-/);
  expect(link).toMatchObject({ remote, version, who: operator.identifier, expires: now + 14 * day });
  const { offers } = await operator.api.rollout.registry({});
  const [offer] = offers.filter((one) => one.remote === remote);
  expect([offer!.stable, offer!.candidate?.version === version, offer!.beta]).toEqual([null, false, null]);
  const stored = await query<{ hash: Buffer }>(gateway, 'select hash from tester_link');
  expect(stored.rows.every(({ hash }) => hash.length === 32 && !hash.includes(token))).toBe(true);
});

test('R209 a link ends: after its days, when it is revoked, and when its release is rolled back', async () => {
  const version = await publish();
  const other = await publish();
  await query(gateway, 'delete from tester_link');
  const [short, revoked, kept] = [await makeLink(version, 1), await makeLink(version), await makeLink(other)];
  const before = (await operator.api.rollout.registry({})).revision;
  await operator.api.rollout.revokeTesterLink({ remote, id: revoked.link!.id });
  expect((await operator.api.rollout.registry({})).revision).toBeGreaterThan(before);
  expect(await outcomeCode(open(revoked.token))).toBe('TESTER_LINK');
  expect((await open(short.token)).release!.version).toBe(version);
  now += day;
  expect(await outcomeCode(open(short.token))).toBe('TESTER_LINK');
  await operator.api.rollout.rollback({ remote, version: other, why: '' });
  expect(await outcomeCode(open(kept.token))).toBe('TESTER_LINK');
  expect(await outcomeCode(makeLink(other))).toBe('TESTER_RELEASE');
  for (const token of ['', 'x', '\u0000', `${kept.token}x`]) expect(await outcomeCode(open(token))).toBe('TESTER_LINK');
});

test('R209 a link has at most 14 days, an existing release, a remote of its own, and there are not many', async () => {
  const version = await publish();
  for (const days of [0, -1, 1.5, 15, 1e9]) expect(await outcomeCode(makeLink(version, days))).toBe('BAD_REQUEST');
  expect(await outcomeCode(makeLink(newVersion()))).toBe('TESTER_RELEASE');
  const token = (await operator.api.rollout.createToken({ remote: 'airdrop', name: 'ours' })).deployToken;
  const theirs = { remote, version, days: 1, deployToken: token };
  expect(await outcomeCode(call(gateway.url, 'rollout.createTesterLink', theirs, {}))).toBe('NO_AUTH');
  const valid = (await operator.api.rollout.status({ remote })).testerLinks.length;
  for (let count = valid; count < 3; count += 1) await makeLink(version);
  expect(await outcomeCode(makeLink(version))).toBe('TOO_MANY');
  now += 14 * day;
  expect((await operator.api.rollout.status({ remote })).testerLinks).toEqual([]);
  await makeLink(version);
});

test('R209 the files of a release with a link stay until the link ends', async () => {
  const version = await publish();
  for (let count = 0; count < 3; count += 1) await publish();
  await query(gateway, 'delete from tester_link');
  now += 20 * day;
  await makeLink(version, 14);
  await gateway.rollout.dropOld();
  expect(await isServed(version)).toBe(true);
  now += 14 * day;
  await gateway.rollout.dropOld();
  expect(await isServed(version)).toBe(false);
});

test('R209 what testers report is counted apart, and only for releases with a link', async () => {
  const version = await publish();
  const other = await publish();
  await query(gateway, 'delete from tester_link');
  await makeLink(version);
  const report = (kind: 'load' | 'ready' | 'crash', of = version) => ({
    remote,
    version: of,
    kind,
    milliseconds: 0,
    type: 'thrown',
  });
  const testerEvents = [report('load'), report('ready'), report('crash'), report('load', other)];
  await call(gateway.url, 'rollout.report', { events: [report('load')], testerEvents }, {});
  const { health } = await operator.api.rollout.status({ remote });
  expect(health.find((one) => one.version === version)).toMatchObject({
    testerLoads: 1,
    testerFailures: 1,
    accounts: 0,
    failed: 0,
    visitorLoads: 1,
    visitorFailures: 0,
  });
  const many = Array.from({ length: 30 }, () => report('load'));
  expect(await outcomeCode(call(gateway.url, 'rollout.report', { events: many, testerEvents: many }, {}))).toBe(
    'TOO_LARGE',
  );
});

test('R209 a beta has its own release and share, and its members’ reports judge it', async () => {
  const stable = await publish();
  await markTried(gateway, remote);
  await operator.api.rollout.promote({ remote });
  const beta = await publish();
  const candidate = await publish();
  await operator.api.rollout.setBeta({ remote, version: beta, share: 100 });
  const { offers } = await operator.api.rollout.pageRegistry({ language: 'en' });
  expect(offers.find((one) => one.remote === remote)).toMatchObject({
    stable: { version: stable },
    candidate: { version: candidate },
    beta: { version: beta },
    betaShare: 100,
  });

  const [member, other] = [await signIn(gateway), await signIn(gateway)];
  expect(await member.api.rollout.joinBeta({ remote, joined: true })).toEqual({ betas: [remote] });
  expect(await outcomeCode(member.api.rollout.joinBeta({ remote: '../x', joined: true }))).toBe('BAD_REQUEST');
  for (const { api } of [member, other]) {
    const { ticket, betas } = await api.rollout.ticket({});
    expect(betas).toEqual(api === member.api ? [remote] : []);
    const events = [beta, stable].map((version) => ({
      remote,
      version,
      kind: 'load' as const,
      milliseconds: 0,
      type: '',
    }));
    await api.rollout.report({ events, ticket, testerEvents: [] });
  }
  // Each account is counted for the release that it gets.
  const { rows } = await query<{ version: string; count: number }>(
    gateway,
    'select version, count(*)::int as count from health_account where remote = $1 group by version',
    [remote],
  );
  expect(Object.fromEntries(rows.map(({ version, count }) => [version, count]))).toEqual({ [beta]: 1, [stable]: 1 });

  await operator.api.rollout.rollback({ remote, version: beta, why: 'slow' });
  const after = (await operator.api.rollout.registry({})).offers.find((one) => one.remote === remote)!;
  expect([after.beta, after.betaShare, after.candidate?.version]).toEqual([null, 0, candidate]);
  expect(await outcomeCode(operator.api.rollout.setBeta({ remote, version: beta, share: 5 }))).toBe('TESTER_RELEASE');
  expect(await member.api.rollout.joinBeta({ remote, joined: false })).toEqual({ betas: [] });
});

const offerOf = async (name: string) =>
  (await operator.api.rollout.registry({})).offers.find((one) => one.remote === name)!;

test('R209 a beta leaves the stable release and the one before it as they are', async () => {
  const promote = async (name: string) => {
    now += 1;
    const version = await publishRelease(operator.api, { remote: name });
    await markTried(gateway, name);
    await operator.api.rollout.promote({ remote: name });
    return version;
  };
  const setBeta = (version: string, share = 100) =>
    outcomeCode(operator.api.rollout.setBeta({ remote: 'forms', version, share }));
  const [earlier, stable] = [await promote('forms'), await promote('forms')];
  expect(await setBeta(stable)).toBe('TESTER_RELEASE'); // everybody has it
  expect(await setBeta(earlier)).toBe('SUCCESS');
  expect((await offerOf('forms')).previous.map(({ version }) => version)).toEqual([earlier]);
  const { revision } = await operator.api.rollout.registry({});
  expect(await setBeta(earlier)).toBe('SUCCESS');
  expect((await operator.api.rollout.registry({})).revision).toBe(revision); // nothing has changed
  await operator.api.rollout.rollback({ remote: 'forms', version: stable, why: '' });
  expect((await offerOf('forms')).stable!.version).toBe(earlier);
});

test('R209 pages get the files of a beta, and its titles are taken, and a remote with nothing else can be removed', async () => {
  const titled = (remote: string, title: string) => {
    const { file, release } = tinyRelease({ remote });
    const place = {
      titles: [{ language: 'en', text: title }],
      paths: [{ path: `/${remote}`, access: 'members' as const }],
      entries: [],
      settings: false,
      operators: '',
    };
    return { file, release: { ...release, place } };
  };
  const first = titled('games', 'Games');
  await operator.api.rollout.createToken({ remote: 'games', name: 'games' });
  await operator.api.rollout.createToken({ remote: 'plays', name: 'plays' });
  await operator.api.rollout.upload(first.file);
  await operator.api.rollout.publish(first.release);
  await operator.api.rollout.setBeta({ remote: 'games', version: first.release.version, share: 100 });
  now += 1;
  const second = titled('games', 'Matches');
  await operator.api.rollout.upload(second.file);
  await operator.api.rollout.publish(second.release);

  const { details } = await operator.api.rollout.pageRegistry({ language: 'en' });
  const { remotes } = (await (await fetch(gateway.url + details!.url)).json()) as {
    remotes: { remote: string; offered: { version: string }[] }[];
  };
  expect(remotes.find(({ remote }) => remote === 'games')!.offered.map(({ version }) => version)).toEqual([
    second.release.version,
    first.release.version,
  ]);

  const same = titled('plays', 'Games');
  await operator.api.rollout.upload(same.file);
  expect(await outcomeCode(operator.api.rollout.publish(same.release))).toBe('PLACE_REFUSED');

  await operator.api.rollout.rollback({ remote: 'games', version: second.release.version, why: '' });
  await operator.api.rollout.remove({ remote: 'games', why: '' });
  expect(await offerOf('games')).toBeUndefined();
});

test('R209 with a deploy token its testers’ links end', async () => {
  const version = await publish();
  const { deployToken } = await operator.api.rollout.createToken({ remote, name: 'leaked' });
  await query(gateway, 'delete from tester_link');
  const request = { remote, version, days: 1, deployToken };
  const { token } = await call(gateway.url, 'rollout.createTesterLink', request, {});
  const own = await makeLink(version);
  const { revision } = await operator.api.rollout.registry({});
  await operator.api.rollout.revokeToken({ name: 'leaked' });
  expect(await outcomeCode(open(token))).toBe('TESTER_LINK');
  expect(await outcomeCode(open(own.token))).toBe('SUCCESS');
  expect((await operator.api.rollout.registry({})).revision).toBeGreaterThan(revision); // browsers look again
});
