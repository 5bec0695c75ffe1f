import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalBus, subjects } from '../delivery/push/bus.ts';
import { integrityOf } from '../rollout/uploads.ts';
import { apiOf, call, connectAs, outcome, signIn, type Person } from '../testing/client.ts';
import { newVersion, ship, tinyRelease } from '../testing/release.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

const operators = new Set<string>();
let gateway: TestGateway;
let operator: Person;
const anyone = () => apiOf(gateway.url).rollout;

beforeAll(async () => {
  gateway = await startTestGateway({ operators });
  operator = await signIn(gateway, { name: 'Operator' });
  operators.add(operator.identifier);
});
afterAll(() => gateway.close());

const offerOf = async (remote: string) => (await anyone().registry({})).offers.find((offer) => offer.remote === remote);
const auditOf = async (remote: string) => (await operator.api.rollout.status({ remote })).audit;
const tokenFor = async (remote: string) =>
  (await operator.api.rollout.createToken({ remote, name: newVersion().replaceAll('.', '-') })).deployToken;

describe('from publishing to everybody', () => {
  test('R156 R157 a share, then everybody, then back: the releases before stay to fall back on', async () => {
    const [one, two, three] = [await ship(operator.api, { remote: 'walk' }), newVersion(), newVersion()];
    expect(await offerOf('walk')).toMatchObject({ stable: null, candidate: { version: one }, share: 0, previous: [] });
    await operator.api.rollout.promote({ remote: 'walk' });
    await ship(operator.api, { remote: 'walk', version: two, share: 25 });
    expect(await offerOf('walk')).toMatchObject({
      stable: { version: one },
      candidate: { version: two },
      share: 25,
      previous: [],
    });
    await operator.api.rollout.promote({ remote: 'walk' });
    await ship(operator.api, { remote: 'walk', version: three });
    await operator.api.rollout.setShare({ remote: 'walk', share: 50 });
    await operator.api.rollout.promote({ remote: 'walk' });
    expect(await offerOf('walk')).toMatchObject({
      stable: { version: three },
      candidate: null,
      share: 0,
      previous: [{ version: two }, { version: one }],
    });

    await operator.api.rollout.rollback({ remote: 'walk', why: 'It is slow' });
    expect(await offerOf('walk')).toMatchObject({
      stable: { version: two },
      candidate: null,
      previous: [{ version: one }],
    });
    await operator.api.rollout.rollback({ remote: 'walk' });
    expect(await offerOf('walk')).toMatchObject({ stable: { version: one }, previous: [] });
    expect(await outcome(operator.api.rollout.rollback({ remote: 'walk' }))).toBe('NO_PREVIOUS');
    expect((await auditOf('walk')).map(({ what, why }) => `${what} ${why}`.trim())).toEqual([
      `rolled back ${two}`,
      `rolled back ${three} It is slow`,
      `promoted ${three}`,
      `rolled ${three} out to 50 %`,
      `published ${three} to 0 %`,
      `promoted ${two}`,
      `published ${two} to 25 %`,
      `promoted ${one}`,
      `published ${one} to 0 %`,
    ]);
  });

  test('R157 R159 every change is pushed to connected devices, and what is taken back is still served', async () => {
    const device = await connectAs(await signIn(gateway));
    const version = await ship(operator.api, { remote: 'pushed' });
    const { revision } = await operator.api.rollout.rollback({ remote: 'pushed' });
    await device.until(() => device.notices.some(({ type, seq }) => type === 'registryChanged' && seq === revision));
    device.close();
    const answer = await fetch(`${gateway.url}/chat/remotes/pushed/${version}/remoteEntry.js`);
    expect([answer.status, await answer.text()]).toEqual([200, `/* ${version} */`]);
  });

  test('R157 nothing is rolled out or promoted where there is no candidate', async () => {
    expect(await outcome(operator.api.rollout.setShare({ remote: 'absent', share: 5 }))).toBe('NO_CANDIDATE');
    expect(await outcome(operator.api.rollout.promote({ remote: 'absent' }))).toBe('NO_CANDIDATE');
    expect(await offerOf('absent')).toBeUndefined();
  });
});

describe('what is published is what was checked', () => {
  test('R154 of two who publish a version at once, one does', async () => {
    const { file, release } = tinyRelease({ remote: 'race' });
    await operator.api.rollout.upload(file);
    const results = await Promise.all(
      [1, 2, 3, 4].map((share) => outcome(operator.api.rollout.publish({ ...release, share }))),
    );
    expect(results.sort()).toEqual(['RELEASE_TAKEN', 'RELEASE_TAKEN', 'RELEASE_TAKEN', 'SUCCESS']);
    expect(await auditOf('race')).toHaveLength(1);
    expect(await outcome(operator.api.rollout.upload({ ...file, data: Buffer.from('other') }))).toBe('RELEASE_TAKEN');
  });

  test('R156 parallel changes give each its own revision, also when the clock stands still, and none is lost', async () => {
    const bus = createLocalBus();
    const revisions: number[] = [];
    bus.subscribe(subjects.registry, (hint) => {
      if (hint.kind === 'registry') revisions.push(hint.revision);
    });
    const still = await startTestGateway({ operators, databaseUrl: gateway.databaseUrl, bus, clock: () => 1_000 });
    const api = apiOf(still.url, operator.tokens.token);
    await Promise.all(['p1', 'p2', 'p3'].map((remote) => ship(operator.api, { remote })));
    const before = (await anyone().registry({})).revision;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => api.rollout.setShare({ remote: `p${(index % 3) + 1}`, share: index })),
    );
    expect(revisions.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 30 }, (_, index) => before + index + 1),
    );
    expect((await anyone().registry({})).revision).toBe(before + 30);
    const { rows } = await query<{ count: string }>(
      gateway,
      "select count(*) from audit where what like 'rolled %' and remote = any('{p1,p2,p3}')",
    );
    expect(Number(rows[0]!.count)).toBe(30);
    await still.close();
  });

  const data = Buffer.from('x');
  test.each([
    ['a way out', { path: '../index.html' }, 'BAD_REQUEST'],
    ['a way out in the middle', { path: 'assets/../../x.js' }, 'BAD_REQUEST'],
    ['an absolute path', { path: '/x.js' }, 'BAD_REQUEST'],
    ['an empty part', { path: 'a//x.js' }, 'BAD_REQUEST'],
    ['a hidden file', { path: '.htaccess' }, 'BAD_REQUEST'],
    ['a character of addresses', { path: 'x.js?y' }, 'BAD_REQUEST'],
    ['a backslash', { path: 'a\\x.js' }, 'BAD_REQUEST'],
    ['a remote that is a path', { remote: 'a/b' }, 'BAD_REQUEST'],
    ['a version that is a path', { version: '../1' }, 'BAD_REQUEST'],
    ['too much', { data: Buffer.alloc(1_000_001) }, 'TOO_LARGE'],
    ['a file', { path: 'assets/1.a-b_c@2+d.js' }, 'SUCCESS'],
  ])('R154 uploading %s', async (_, change, expected) => {
    expect(
      await outcome(operator.api.rollout.upload({ remote: 'paths', version: '1.0.0', path: 'x.js', data, ...change })),
    ).toBe(expected);
  });

  test.each([
    ['another contract', { contract: '^2' }, 'CONTRACT_REFUSED'],
    ['no contract', { contract: '' }, 'CONTRACT_REFUSED'],
    ['more than everybody', { share: 101 }, 'BAD_REQUEST'],
    ['less than nobody', { share: -1 }, 'BAD_REQUEST'],
    ['an entry that is no file of it', { entry: 'other.js' }, 'BAD_REQUEST'],
    ['no files', { files: [] }, 'BAD_REQUEST'],
    [
      'a file that was not uploaded',
      {
        files: [
          { url: 'remoteEntry.js', integrity: integrityOf(data) },
          { url: 'more.js', integrity: integrityOf(data) },
        ],
      },
      'RELEASE_INCOMPLETE',
    ],
    [
      'a file with another hash',
      { files: [{ url: 'remoteEntry.js', integrity: integrityOf(Buffer.from('y')) }] },
      'RELEASE_INCOMPLETE',
    ],
    ['endless notes', { notes: 'n'.repeat(2_001) }, 'BAD_REQUEST'],
  ])('R154 publishing with %s', async (_, change, expected) => {
    const { file, release } = tinyRelease({ remote: 'checked' });
    await operator.api.rollout.upload(file);
    expect(await outcome(operator.api.rollout.publish({ ...release, ...change }))).toBe(expected);
    expect(await offerOf('checked')).toBeUndefined();
  });

  test('R154 what is uploaded and never published has a bound', async () => {
    const small = await startTestGateway({ operators, databaseUrl: gateway.databaseUrl, limits: { releaseMax: 10 } });
    const api = apiOf(small.url, operator.tokens.token);
    const file = (path: string, size: number) => ({
      remote: 'bound',
      version: '1.0.0',
      path,
      data: Buffer.alloc(size),
    });
    await api.rollout.upload(file('a.js', 6));
    expect(await outcome(api.rollout.upload(file('b.js', 5)))).toBe('TOO_LARGE');
    expect(await outcome(api.rollout.upload(file('a.js', 10)))).toBe('SUCCESS');
    await small.close();
  });
});

describe('deploy tokens', () => {
  test('R154 a token ships its own remote, and the audit log names it', async () => {
    const deployToken = await tokenFor('mine');
    const version = await ship(apiOf(gateway.url), { remote: 'mine', deployToken, share: 5 });
    await anyone().setShare({ remote: 'mine', share: 10, deployToken });
    await anyone().promote({ remote: 'mine', deployToken });
    expect(await offerOf('mine')).toMatchObject({ stable: { version } });
    const status = await anyone().status({ remote: 'mine', deployToken });
    expect(status.registry!.offers.map(({ remote }) => remote)).toEqual(['mine']);
    expect(status.audit[0]!.who).toBe(deployToken.split('.')[0]);
    expect(status.tokens).toMatchObject([{ remote: 'mine' }]);
  });

  test('R154 a foreign token is refused everywhere, and that is written down', async () => {
    const deployToken = await tokenFor('theirs');
    await ship(operator.api, { remote: 'ours' });
    const { file, release } = tinyRelease({ remote: 'ours' });
    const attempts = [
      anyone().upload({ ...file, deployToken }),
      anyone().publish({ ...release, deployToken }),
      anyone().setShare({ remote: 'ours', share: 100, deployToken }),
      anyone().promote({ remote: 'ours', deployToken }),
      anyone().rollback({ remote: 'ours', deployToken }),
      anyone().status({ remote: 'ours', deployToken }),
      anyone().status({ deployToken }),
    ];
    expect(await Promise.all(attempts.map(outcome))).toEqual(attempts.map(() => 'NO_AUTH'));
    expect(await offerOf('ours')).toMatchObject({ share: 0, stable: null });
    expect((await auditOf('theirs')).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['was refused rollout.publish of ours', 'was refused rollout.status of another remote']),
    );
  });

  test('R154 a wrong, cut or revoked token is refused, and noise fills no log', async () => {
    const deployToken = await tokenFor('noise');
    await ship(apiOf(gateway.url), { remote: 'noise', deployToken });
    const before = (await auditOf('noise')).length;
    const promote = (token: string) => outcome(anyone().promote({ remote: 'noise', deployToken: token }));
    for (const wrong of [`${deployToken}x`, deployToken.slice(0, -1), deployToken.split('.')[0]!, '.', 'a.b', ' '])
      expect(await promote(wrong)).toBe('NO_AUTH');
    expect(await auditOf('noise')).toHaveLength(before);
    await operator.api.rollout.revokeToken({ name: deployToken.split('.')[0]! });
    expect(await promote(deployToken)).toBe('NO_AUTH');
  });

  test('R154 a token is kept as its hash alone, and a name belongs to one token', async () => {
    const { deployToken } = await operator.api.rollout.createToken({ remote: 'hashed', name: 'hashed-team' });
    const { rows } = await query<{ text: string }>(gateway, 'select t::text as text from deploy_token t');
    expect(rows.map(({ text }) => text).join()).not.toContain(deployToken.split('.')[1]);
    expect(await outcome(operator.api.rollout.createToken({ remote: 'hashed', name: 'hashed-team' }))).toBe('BAD_NAME');
  });
});

describe('what pages tell', () => {
  const report = (events: object[], from?: string) =>
    outcome(call(gateway.url, 'rollout.report', { events }, { headers: from ? { 'x-forwarded-for': from } : {} }));

  test('R157 only what is served is counted', async () => {
    const version = await ship(operator.api, { remote: 'told' });
    expect(
      await report([
        { remote: 'told', version, kind: 'load' },
        { remote: 'told', version: '9.9.9', kind: 'load' },
        { remote: 'made-up', version, kind: 'load' },
      ]),
    ).toBe('SUCCESS');
    const { rows } = await query(
      gateway,
      "select remote, version, loads from remote_health where remote in ('told', 'made-up')",
    );
    expect(rows).toEqual([{ remote: 'told', version, loads: 1 }]);
  });

  test('R157 a report has a bound, and so has what one network may report', async () => {
    const version = await ship(operator.api, { remote: 'flood' });
    const event = { remote: 'flood', version, kind: 'load' };
    expect(await report(Array(51).fill(event))).toBe('TOO_LARGE');
    const results = await Promise.all(Array.from({ length: 40 }, () => report([event], '203.0.113.7')));
    expect(results.filter((result) => result === 'SUCCESS')).toHaveLength(30);
    expect(await report([event], '203.0.114.8')).toBe('SUCCESS');
  });

  test('R157 a failing candidate that went to nobody is left alone; what fails as often as the stable one too', async () => {
    const stable = await ship(operator.api, { remote: 'judged' });
    await operator.api.rollout.promote({ remote: 'judged' });
    const version = await ship(operator.api, { remote: 'judged' });
    const fail = (one: string) =>
      report(
        Array.from({ length: 50 }, (_, index) => ({
          remote: 'judged',
          version: one,
          kind: index % 2 ? 'load' : 'error',
        })),
      );
    await Promise.all([fail(version), fail(version), fail(version)]);
    expect(await offerOf('judged')).toMatchObject({ candidate: { version } });
    await Promise.all([fail(stable), fail(stable)]);
    await operator.api.rollout.setShare({ remote: 'judged', share: 50 });
    await fail(version);
    expect(await offerOf('judged')).toMatchObject({ candidate: { version }, share: 50 });
  });

  /** Half an hour ago, this many loads failed of each release. */
  const failedBefore = (remote: string, versions: string[], failed: number) =>
    query(
      gateway,
      `insert into remote_health
    select '${remote}', version, ${Math.floor(Date.now() / 60_000) - 30}, 500, ${failed}, 0, array_fill(0, array[66]) from unnest('{${versions.join()}}'::text[]) as version`,
    );
  const loads = (remote: string, version: string, failed: number) =>
    report(Array.from({ length: 50 }, (_, index) => ({ remote, version, kind: index < failed ? 'error' : 'load' })));

  test('R157 what a candidate did before it went to anybody does not judge it', async () => {
    await ship(operator.api, { remote: 'tried' });
    await operator.api.rollout.promote({ remote: 'tried' });
    const version = await ship(operator.api, { remote: 'tried' });
    await query(gateway, "update release set published_at = published_at - 3600000 where remote = 'tried'");
    await failedBefore('tried', [version], 400);
    await operator.api.rollout.setShare({ remote: 'tried', share: 50 });
    for (let times = 0; times < 2; times += 1) await loads('tried', version, 0);
    expect(await offerOf('tried')).toMatchObject({ candidate: { version }, share: 50 });
  });

  test('R157 a bad hour of everybody before the rollout does not hide a candidate that fails', async () => {
    const stable = await ship(operator.api, { remote: 'hidden' });
    await operator.api.rollout.promote({ remote: 'hidden' });
    const version = await ship(operator.api, { remote: 'hidden', share: 50 });
    await failedBefore('hidden', [stable], 400);
    await loads('hidden', stable, 0);
    for (let times = 0; times < 2; times += 1) await loads('hidden', version, 25);
    expect(await offerOf('hidden')).toMatchObject({ stable: { version: stable }, candidate: null });
  });
});

test('R156 another gateway of the same database follows, and serves a file that it has not heard of', async () => {
  const other = await startTestGateway({ operators, databaseUrl: gateway.databaseUrl, limits: { sweepEvery: 50 } });
  const device = await connectAs(await signIn(other));
  const version = await ship(operator.api, { remote: 'spread' });
  expect((await fetch(`${other.url}/chat/remotes/spread/${version}/remoteEntry.js`)).status).toBe(200);
  const { revision } = await anyone().registry({});
  await device.until(() => device.notices.some(({ type, seq }) => type === 'registryChanged' && seq === revision));
  device.close();
  await other.close();
});
