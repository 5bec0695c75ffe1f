import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalBus, subjects } from '../core/bus.ts';
import { limits } from '@amber/proto/limits';
import { isInRollout } from '@amber/proto/rolloutShare';
import { integrityOf } from '../rollout/uploads.ts';
import { apiOf, call, connectAs, outcomeCode, signIn, type Person } from '../testing/client.ts';
import { newVersion, publishRelease, tinyRelease } from '../testing/release.ts';
import { insertAccounts, markTried, query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { enoughOfThisMinute } from '../testing/enoughOfThisMinute.ts';

const operators = new Set<string>();
let gateway: TestGateway;
let operator: Person;
const anyone = () => apiOf(gateway.url).rollout;

beforeAll(async () => {
  // A period that ends while a test runs would separate the accounts that it compares.
  gateway = await startTestGateway({ operators, limits: { rolloutPeriod: limits.rolloutPeriod * 100_000 } });
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
    const [one, two, three] = [await publishRelease(operator.api, { remote: 'walk' }), newVersion(), newVersion()];
    expect(await offerOf('walk')).toMatchObject({ stable: null, candidate: { version: one }, share: 0, previous: [] });
    await operator.api.rollout.promote({ remote: 'walk' });
    await publishRelease(operator.api, { remote: 'walk', version: two, share: 25 });
    await markTried(gateway, 'walk');
    expect(await offerOf('walk')).toMatchObject({
      stable: { version: one },
      candidate: { version: two },
      share: 25,
      previous: [],
    });
    await operator.api.rollout.promote({ remote: 'walk' });
    await publishRelease(operator.api, { remote: 'walk', version: three });
    await operator.api.rollout.setShare({ remote: 'walk', share: 50 });
    await markTried(gateway, 'walk');
    await operator.api.rollout.promote({ remote: 'walk' });
    expect(await offerOf('walk')).toMatchObject({
      stable: { version: three },
      candidate: null,
      share: 0,
      previous: [{ version: two }, { version: one }],
    });

    await operator.api.rollout.rollback({ remote: 'walk', version: three, why: 'It is slow' });
    expect(await offerOf('walk')).toMatchObject({
      stable: { version: two },
      candidate: null,
      previous: [{ version: one }],
    });
    await operator.api.rollout.rollback({ remote: 'walk', version: two });
    expect(await offerOf('walk')).toMatchObject({ stable: { version: one }, previous: [] });
    expect(await outcomeCode(operator.api.rollout.rollback({ remote: 'walk', version: one }))).toBe('NO_PREVIOUS');
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
    const version = await publishRelease(operator.api, { remote: 'pushed' });
    const { revision } = await operator.api.rollout.rollback({ remote: 'pushed', version });
    await device.until(() => device.notices.some(({ type, seq }) => type === 'registryChanged' && seq === revision));
    device.close();
    const answer = await fetch(`${gateway.url}/chat/remotes/pushed/${version}/remoteEntry.js`);
    expect([answer.status, await answer.text()]).toEqual([200, `/* ${version} */`]);
  });

  test('R157 nothing is rolled out or promoted where there is no candidate', async () => {
    expect(await outcomeCode(operator.api.rollout.setShare({ remote: 'absent', share: 5 }))).toBe('NO_CANDIDATE');
    expect(await outcomeCode(operator.api.rollout.promote({ remote: 'absent' }))).toBe('NO_CANDIDATE');
    expect(await offerOf('absent')).toBeUndefined();
  });
});

describe('a rollback takes back exactly one version', () => {
  test('R157 R208 right after the gateway has halted the candidate, it leaves the stable one alone', async () => {
    const one = await publishRelease(operator.api, { remote: 'exact' });
    await operator.api.rollout.promote({ remote: 'exact' });
    const two = await publishRelease(operator.api, { remote: 'exact' });
    await markTried(gateway, 'exact');
    await operator.api.rollout.promote({ remote: 'exact' });
    const three = await publishRelease(operator.api, { remote: 'exact', share: 10 });
    await gateway.rollout.changes.withdrawCandidate('exact', three, 'a test');
    const refused = { remote: 'exact' };
    expect(await outcomeCode(operator.api.rollout.rollback({ ...refused, version: three }))).toBe('NOT_OFFERED');
    expect(await outcomeCode(operator.api.rollout.rollback({ ...refused, version: '' }))).toBe('NOT_OFFERED');
    expect(await offerOf('exact')).toMatchObject({ stable: { version: two }, previous: [{ version: one }] });
  });

  test('R208 of the stable one while another is tried, and of one to fall back on', async () => {
    const versions: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      versions.push(await publishRelease(operator.api, { remote: 'exactly' }));
      await markTried(gateway, 'exactly');
      await operator.api.rollout.promote({ remote: 'exactly' });
    }
    const [one, two, three] = versions as [string, string, string];
    const candidate = await publishRelease(operator.api, { remote: 'exactly', share: 10 });
    const left = async () => {
      const offer = await offerOf('exactly');
      return [offer!.candidate?.version, offer!.stable?.version, ...offer!.previous.map(({ version }) => version)];
    };
    await operator.api.rollout.rollback({ remote: 'exactly', version: two });
    expect(await left()).toEqual([candidate, three, one]);
    await operator.api.rollout.rollback({ remote: 'exactly', version: three });
    expect(await left()).toEqual([candidate, one]);
    expect(await offerOf('exactly')).toMatchObject({ share: 10 });
  });
});

describe('what is published is what was checked', () => {
  test('R154 of two who publish a version at once, one does', async () => {
    const { file, release } = tinyRelease({ remote: 'race' });
    await operator.api.rollout.upload(file);
    const results = await Promise.all(
      [1, 2, 3, 4].map((share) => outcomeCode(operator.api.rollout.publish({ ...release, share }))),
    );
    expect(results.sort()).toEqual(['RELEASE_TAKEN', 'RELEASE_TAKEN', 'RELEASE_TAKEN', 'SUCCESS']);
    expect(await auditOf('race')).toHaveLength(1);
    expect(await outcomeCode(operator.api.rollout.upload({ ...file, data: Buffer.from('other') }))).toBe(
      'RELEASE_TAKEN',
    );
  });

  test('R156 parallel changes give each its own revision, also when the clock stands still, and none is lost', async () => {
    const bus = createLocalBus();
    const revisions: number[] = [];
    bus.subscribe(subjects.registry, (hint) => {
      if (hint.kind === 'registry') revisions.push(hint.revision);
    });
    const still = await startTestGateway({ operators, databaseUrl: gateway.databaseUrl, bus, clock: () => 1_000 });
    const api = apiOf(still.url, operator.tokens.token);
    await Promise.all(['p1', 'p2', 'p3'].map((remote) => publishRelease(operator.api, { remote })));
    const before = (await anyone().registry({})).revision;
    revisions.length = 0; // a gateway's start is one
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
      await outcomeCode(
        operator.api.rollout.upload({ remote: 'paths', version: '1.0.0', path: 'x.js', data, ...change }),
      ),
    ).toBe(expected);
  });

  test.each([
    ['another contract', { contract: '^999' }, 'CONTRACT_REFUSED'],
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
    expect(await outcomeCode(operator.api.rollout.publish({ ...release, ...change }))).toBe(expected);
    expect(await offerOf('checked')).toBeUndefined();
  });

  test('R154 R255 publishing an entry that loads a file which is not part of the release', async () => {
    const chunk = { path: 'assets/1.js', data: Buffer.from('1') };
    const script = `const hashes = {1:"${integrityOf(chunk.data)}"}`;
    const { file, release } = tinyRelease({ remote: 'lacking', script });
    const listed = [...release.files, { url: chunk.path, integrity: integrityOf(chunk.data) }];
    await operator.api.rollout.upload(file);
    expect(await outcomeCode(operator.api.rollout.publish(release))).toBe('RELEASE_INCOMPLETE');
    await operator.api.rollout.upload({ ...file, ...chunk });
    // A file that the release does not list is deleted after a week.
    expect(await outcomeCode(operator.api.rollout.publish(release))).toBe('RELEASE_INCOMPLETE');
    expect(await outcomeCode(operator.api.rollout.publish({ ...release, files: listed }))).toBe('SUCCESS');
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
    expect(await outcomeCode(api.rollout.upload(file('b.js', 5)))).toBe('TOO_LARGE');
    expect(await outcomeCode(api.rollout.upload(file('a.js', 10)))).toBe('SUCCESS');
    await small.close();
  });
});

describe('deploy tokens', () => {
  test('R154 a token ships its own remote, and the audit log names it', async () => {
    const deployToken = await tokenFor('mine');
    const version = await publishRelease(apiOf(gateway.url), { remote: 'mine', deployToken, share: 5 });
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
    await publishRelease(operator.api, { remote: 'ours' });
    const { file, release } = tinyRelease({ remote: 'ours' });
    const attempts = [
      anyone().upload({ ...file, deployToken }),
      anyone().publish({ ...release, deployToken }),
      anyone().setShare({ remote: 'ours', share: 100, deployToken }),
      anyone().promote({ remote: 'ours', deployToken }),
      anyone().rollback({ remote: 'ours', version: release.version, deployToken }),
      anyone().status({ remote: 'ours', deployToken }),
      anyone().status({ deployToken }),
    ];
    expect(await Promise.all(attempts.map(outcomeCode))).toEqual(attempts.map(() => 'NO_AUTH'));
    expect(await offerOf('ours')).toMatchObject({ share: 0, stable: null });
    expect((await auditOf('theirs')).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['was refused rollout.publish of ours', 'was refused rollout.status of another remote']),
    );
  });

  test('R154 a wrong, cut or revoked token is refused, and noise fills no log', async () => {
    const deployToken = await tokenFor('noise');
    await publishRelease(apiOf(gateway.url), { remote: 'noise', deployToken });
    const before = (await auditOf('noise')).length;
    const promote = (token: string) => outcomeCode(anyone().promote({ remote: 'noise', deployToken: token }));
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
    expect(await outcomeCode(operator.api.rollout.createToken({ remote: 'hashed', name: 'hashed-team' }))).toBe(
      'BAD_NAME',
    );
  });
});

describe('what pages tell', () => {
  const report = (events: object[], { ticket = '', from = '' } = {}) =>
    outcomeCode(
      call(gateway.url, 'rollout.report', { events, ticket }, { headers: from ? { 'x-forwarded-for': from } : {} }),
    );

  const told = (version: string, kind: string, remote: string) => ({
    remote,
    version,
    kind,
    type: kind === 'crash' ? 'thrown' : '',
  });
  /** Reports of an account's page that loaded a version, and perhaps failed. */
  const visit = (who: string, remote: string, version: string, fails = false) =>
    report([told(version, 'load', remote), ...(fails ? [told(version, 'crash', remote)] : [])], {
      ticket: gateway.rollout.tickets.issue(who),
    });
  const visits = (people: string[], ...rest: [remote: string, version: string, fails?: boolean]) =>
    Promise.all(people.map((who) => visit(who, ...rest)));
  /** Accounts that get the candidate, or that do not. */
  const accounts = (remote: string, version: string, share: number, getIt: boolean, count: number) =>
    Array.from({ length: 20 * count }, (_, number) => `${remote}-${number}`)
      .filter((who) => isInRollout(remote, version, who, share) === getIt)
      .slice(0, count);

  /** A working stable version, and a candidate for half of the users. */
  async function rolling(remote: string) {
    const stable = await publishRelease(operator.api, { remote });
    await operator.api.rollout.promote({ remote });
    const candidate = await publishRelease(operator.api, { remote, share: 50 });
    await insertAccounts(
      gateway,
      Array.from({ length: 2_000 }, (_, number) => `${remote}-${number}`),
    );
    return {
      remote,
      stable,
      candidate,
      get: (count: number) => accounts(remote, candidate, 50, true, count),
      others: (count: number) => accounts(remote, candidate, 50, false, count),
      health: async (version: string) =>
        (await operator.api.rollout.status({ remote })).health.find((one) => one.version === version),
      isOffered: async () => (await offerOf(remote))!.candidate?.version === candidate,
    };
  }

  test('R157 only what is served is counted', async () => {
    const version = await publishRelease(operator.api, { remote: 'told' });
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

  test('R157 R208 a report has a bound, and so has what one network and one account may report', async () => {
    const version = await publishRelease(operator.api, { remote: 'flood' });
    const event = { remote: 'flood', version, kind: 'load' };
    expect(await report(Array(51).fill(event))).toBe('TOO_LARGE');
    const from = '203.0.113.7';
    await enoughOfThisMinute();
    const results = await Promise.all(Array.from({ length: 40 }, () => report([event], { from })));
    expect(results.filter((result) => result === 'SUCCESS')).toHaveLength(30);
    expect(await report([event], { from: '203.0.114.8' })).toBe('SUCCESS');
    // An office is many people: someone with a ticket does not count against the network.
    const ticket = gateway.rollout.tickets.issue('somebody');
    await enoughOfThisMinute();
    const own = await Promise.all(Array.from({ length: 40 }, () => report([event], { from, ticket })));
    expect(own.filter((result) => result === 'SUCCESS')).toHaveLength(30);
  });

  test('R157 R208 a candidate that fails a quarter of twenty accounts is taken back, and the log says why', async () => {
    const { remote, stable, candidate, get, others, isOffered } = await rolling('bad');
    await visits(others(100), remote, stable);
    const given = get(20);
    for (const [index, who] of given.slice(0, 19).entries()) await visit(who, remote, candidate, index < 6);
    expect(await isOffered()).toBe(true);
    await visit(given[19]!, remote, candidate);
    expect(await isOffered()).toBe(false);
    expect(await offerOf(remote)).toMatchObject({ stable: { version: stable }, candidate: null, share: 0 });
    expect((await auditOf(remote))[0]).toMatchObject({
      who: 'gateway',
      what: `halted and rolled back ${candidate}`,
      why: 'it failed 30 % of 20 accounts, against 0 % of 100 of the stable release',
    });
  });

  test('R241 R208 a verdict of a gateway that fails in the middle of it is given by the next test', async () => {
    const { remote, stable, candidate, get, others, isOffered } = await rolling('unfinished');
    await visits(others(100), remote, stable);
    await query(
      gateway,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
       create trigger refuse before insert on audit for each row when (new.remote = 'unfinished') execute function refuse()`,
    );
    for (const who of get(20)) await visit(who, remote, candidate, true).catch(() => undefined);
    expect(await isOffered()).toBe(true);
    await query(gateway, 'drop trigger refuse on audit; drop function refuse');
    await expect.poll(isOffered).toBe(false);
    expect((await auditOf(remote)).filter(({ who }) => who === 'gateway')).toHaveLength(1);
  });

  test('R208 forged, doubled and absurd reports change nothing', async () => {
    const { remote, stable, candidate, get, others, health, isOffered } = await rolling('forged');
    await visits(others(30), remote, stable);
    const [first, ...rest] = get(40);
    const crash = [told(candidate, 'load', remote), told(candidate, 'crash', remote)];
    const wrong = gateway.rollout.tickets.issue(first!).replace(first!, 'somebody-else');
    // Strangers: without a ticket, with a forged one, with someone's modified one.
    for (let times = 0; times < 12; times += 1) {
      await report(Array(25).fill(crash).flat());
      await report(crash, { ticket: `stranger-${times}.${Date.now() + 1e6}.${'A'.repeat(43)}` });
      await report(crash, { ticket: wrong });
    }
    // One person, repeatedly.
    for (let times = 0; times < 20; times += 1) await visit(first!, remote, candidate, true);
    // People outside the share, and attempts to disable the guard: stable failures from accounts that do not have it.
    await visits(others(30), remote, candidate, true);
    await visits(rest, remote, stable, true);
    // Impossible reports.
    await report(
      [
        { remote, version: candidate, kind: 'ready', milliseconds: -5 },
        { remote, version: candidate, kind: 'ready', milliseconds: Number.MAX_SAFE_INTEGER },
        { remote, version: candidate, kind: 'crash', type: '__proto__' },
        { remote: '', version: '', kind: 'load' },
      ],
      { ticket: gateway.rollout.tickets.issue(rest[0]!) },
    );
    expect(await isOffered()).toBe(true);
    expect(await health(candidate)).toMatchObject({ accounts: 1, failed: 1, loads: 1, crashes: 1, judged: 0 });
    expect(await health(stable)).toMatchObject({ accounts: 30, failed: 0, loads: 30, errors: 0, crashes: 0 });
  });

  test('R208 the network of some, and what visitors see, judges nothing', async () => {
    const { remote, candidate, get, isOffered, health } = await rolling('network');
    for (const who of get(25))
      await report([told(candidate, 'load', remote), { ...told(candidate, 'error', remote), type: 'timeout' }], {
        ticket: gateway.rollout.tickets.issue(who),
      });
    expect(await isOffered()).toBe(true);
    expect(await health(candidate)).toMatchObject({ accounts: 25, failed: 0, errors: 25, judged: 20 });
  });

  test('R255 accounts that somebody created for it neither halt a release nor protect one; the owner is asked', async () => {
    const { remote, stable, candidate, get, others, health, isOffered } = await rolling('thrown');
    const throwaway = [...get(74), ...others(74)];
    await query(gateway, 'update person set created_at = $2, returned_at = null where identifier = any($1)', [
      throwaway,
      Date.now() - 60_000,
    ]);
    await visits(others(74), remote, stable);
    await visits(get(74), remote, candidate, true);
    expect(await isOffered()).toBe(true);
    const { doubt, ...figures } = (await health(candidate))!;
    expect(doubt).toMatch(/^it failed 100 % of \d+ accounts, against 0 % of 74 of the stable release$/);
    expect(figures).toMatchObject({ accounts: 0, failed: 0, judged: 0 });
    expect((await auditOf(remote))[0]).toMatchObject({
      who: 'gateway',
      what: `asks whether to roll back ${candidate}`,
      why: `${doubt}; too few of the accounts are old enough, in use, and in networks of their own`,
    });
    // Twenty accounts that judge it decide, whatever the others say.
    const people = get(100).slice(74);
    await visits(people.slice(0, 20), remote, candidate);
    expect(await health(candidate)).toMatchObject({ accounts: 20, failed: 0, judged: 20, doubt: '' });
    expect(await isOffered()).toBe(true);
  });

  test('R255 three accounts of a network judge, also when all of them report at once', async () => {
    const { remote, candidate, get, health } = await rolling('crowd');
    const crowd = (from: string) => (who: string) => lose(who, remote, candidate, from);
    await Promise.all(get(20).map(crowd('203.0.113.30')));
    expect(await health(candidate)).toMatchObject({ accounts: 3, loads: 20 });
    await Promise.all(get(24).slice(20).map(crowd('2001:db8:1:1::1')));
    expect(await health(candidate)).toMatchObject({ accounts: 6 });
  });

  /** A visit whose files do not load, seen from an address. */
  const lose = (who: string, remote: string, version: string, from = '') =>
    report([told(version, 'load', remote), { ...told(version, 'error', remote), type: 'error' }], {
      ticket: gateway.rollout.tickets.issue(who),
      from,
    });

  test('R255 a candidate whose files do not load, while those of the stable one do, is taken back', async () => {
    const { remote, stable, candidate, get, others, isOffered } = await rolling('lost');
    await visits(others(40), remote, stable);
    for (const who of get(20)) await lose(who, remote, candidate);
    expect(await isOffered()).toBe(false);
    expect((await auditOf(remote))[0]!.why).toBe(
      '100 % of 20 accounts could not use it, against 0 % at the same times of the stable release',
    );
  });

  test('R255 an outage that hurts both releases alike takes neither back', async () => {
    const { remote, stable, candidate, get, others, isOffered, health } = await rolling('outage');
    for (const who of others(40)) await lose(who, remote, stable);
    for (const who of get(20)) await lose(who, remote, candidate);
    expect(await isOffered()).toBe(true);
    expect(await health(candidate)).toMatchObject({ accounts: 20, failed: 0, judged: 20 });
  });

  test('R255 a file that the gateway does not have is the release’s fault, for those who asked for it', async () => {
    const { remote, candidate, get, health } = await rolling('absentFile');
    const [one, other] = get(2) as [string, string];
    const [home, elsewhere] = ['203.0.113.20', '203.0.114.20'];
    await lose(other, remote, candidate, elsewhere);
    const file = await fetch(`${gateway.url}/chat/remotes/${remote}/${candidate}/assets/1.js`, {
      headers: { 'x-forwarded-for': home },
    });
    expect(file.status).toBe(404);
    await lose(other, remote, candidate, elsewhere);
    expect(await health(candidate)).toMatchObject({ accounts: 1, failed: 0 });
    await lose(one, remote, candidate, home);
    expect(await health(candidate)).toMatchObject({ accounts: 2, failed: 1 });
  });

  test('R255 a first release that fails is taken back, although there is none to compare it with', async () => {
    const remote = 'firstBad';
    const people = Array.from({ length: 100 }, (_, number) => `${remote}-${number}`);
    await insertAccounts(gateway, people);
    const candidate = await publishRelease(operator.api, { remote, share: 50 });
    const get = people.filter((who) => isInRollout(remote, candidate, who, 50));
    for (const [index, who] of get.slice(0, 20).entries()) await visit(who, remote, candidate, index < 5);
    expect(await offerOf(remote)).toMatchObject({ stable: null, candidate: null });
    expect((await auditOf(remote))[0]).toMatchObject({
      what: `halted and rolled back ${candidate}`,
      why: 'it failed 25 % of 20 accounts, and a first release may fail 1 %',
    });
  });

  test('R255 a first release that everybody has at once and that fails is reported', async () => {
    const remote = 'firstStable';
    const people = Array.from({ length: 20 }, (_, number) => `${remote}-${number}`);
    await insertAccounts(gateway, people);
    const version = await publishRelease(operator.api, { remote });
    await operator.api.rollout.promote({ remote });
    await visits(people, remote, version, true);
    expect((await auditOf(remote))[0]!.what).toBe(`noticed that ${version} fails often`);
    expect(await offerOf(remote)).toMatchObject({ stable: { version } });
  });

  test('R255 from nobody to everybody in one step needs a release that was tried, or used for a day', async () => {
    const { remote, candidate, get } = await rolling('step');
    const promote = () => outcomeCode(operator.api.rollout.promote({ remote }));
    expect(await promote()).toBe('NOT_JUDGED');
    const dayAgo = Date.now() - 24 * 60 * 60_000;
    await query(gateway, 'update release set offered_at = $1 where version = $2', [dayAgo, candidate]);
    expect(await promote()).toBe('NOT_JUDGED');
    await visit(get(1)[0]!, remote, candidate);
    expect(await promote()).toBe('SUCCESS');
    const next = await publishRelease(operator.api, { remote, share: 50 });
    const tried = Array.from({ length: 200 }, (_, number) => `${remote}-${number}`)
      .filter((who) => isInRollout(remote, next, who, 50))
      .slice(0, 20);
    await visits(tried, remote, next);
    expect(await promote()).toBe('SUCCESS');
  });

  test('R255 an answer that ends before the file is sent counts like a file that is missing', async () => {
    const remote = 'cut';
    const version = await publishRelease(operator.api, { remote, script: randomBytes(490_000).toString('hex') });
    const { hostname, port } = new URL(gateway.url);
    const has = () => gateway.rollout.undelivered.has(remote, version, '203.0.113.21');
    const path = `/chat/remotes/${remote}/${version}/remoteEntry.js`;
    await (await fetch(gateway.url + path, { headers: { 'x-forwarded-for': '203.0.113.21' } })).text();
    expect(has()).toBe(false);
    // More than the buffers between the two ends hold, of which nothing is read.
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.21\r\n\r\n`.repeat(40));
    await setTimeout(500);
    socket.destroy();
    await expect.poll(has).toBe(true);
  });

  test('R157 what fails as often as the stable one is left alone, and so is what went to nobody', async () => {
    const { remote, stable, candidate, get, others, isOffered } = await rolling('judged');
    for (const [index, who] of others(60).entries()) await visit(who, remote, stable, index % 2 === 0);
    for (const [index, who] of get(40).entries()) await visit(who, remote, candidate, index % 2 === 0);
    expect(await isOffered()).toBe(true);
    await operator.api.rollout.setShare({ remote, share: 0 });
    await visits(get(40), remote, candidate, true);
    expect(await isOffered()).toBe(true);
  });

  test('R157 a bad hour of everybody before the rollout neither hides a candidate that fails nor judges one that works', async () => {
    const remote = 'hidden';
    const stable = await publishRelease(operator.api, { remote });
    await operator.api.rollout.promote({ remote });
    const people = Array.from({ length: 60 }, (_, number) => `before-${number}`);
    await insertAccounts(gateway, people);
    await visits(people, remote, stable, true);
    await query(
      gateway,
      "update health_account set loaded_at = loaded_at - 1, failed_at = failed_at - 1 where remote = 'hidden'",
    );
    const candidate = await publishRelease(operator.api, { remote, share: 50 });
    const getsIt = (who: string) => isInRollout(remote, candidate, who, 50);
    await visits(
      people.filter((one) => !getsIt(one)),
      remote,
      stable,
    );
    const given = people.filter(getsIt);
    await visits(given.slice(0, 20), remote, candidate, true);
    expect(await offerOf(remote)).toMatchObject({ stable: { version: stable }, candidate: null });
  });

  test('R208 before twenty accounts have tried it, half of the people at most get it', async () => {
    const { remote, candidate, get } = await rolling('half');
    const share = (to: number) => outcomeCode(operator.api.rollout.setShare({ remote, share: to }));
    expect(await share(51)).toBe('NOT_JUDGED');
    await visits(get(20), remote, candidate);
    expect(await share(100)).toBe('SUCCESS');
    expect(await share(60)).toBe('SUCCESS');
    expect(await outcomeCode(publishRelease(operator.api, { remote, share: 51 }))).toBe('NOT_JUDGED');
    // Without a baseline there is nothing to wait for.
    expect(await outcomeCode(publishRelease(operator.api, { remote: 'firstEver', share: 100 }))).toBe('SUCCESS');
  });

  test('R208 a promoted release is compared with the week before it: that is told, and changes nothing', async () => {
    const { remote, stable, candidate, get, others } = await rolling('watched');
    await visits(others(100), remote, stable);
    await markTried(gateway, remote);
    await operator.api.rollout.promote({ remote });
    await query(gateway, "update health_account set loaded_at = loaded_at - 1 where remote = 'watched'");
    await visits(get(20), remote, candidate, true);
    expect((await auditOf(remote))[0]).toMatchObject({
      who: 'gateway',
      what: `noticed that ${candidate} fails more often`,
      why: `it failed 100 % of 20 accounts, against 0 % of 100 of ${stable} before`,
    });
    expect(await offerOf(remote)).toMatchObject({ stable: { version: candidate } });
  });
});

test('R156 another gateway of the same database follows, and serves a file that it has not heard of', async () => {
  const other = await startTestGateway({ operators, databaseUrl: gateway.databaseUrl, limits: { sweepEvery: 50 } });
  const device = await connectAs(await signIn(other));
  const version = await publishRelease(operator.api, { remote: 'spread' });
  expect((await fetch(`${other.url}/chat/remotes/spread/${version}/remoteEntry.js`)).status).toBe(200);
  const { revision } = await anyone().registry({});
  await device.until(() => device.notices.some(({ type, seq }) => type === 'registryChanged' && seq === revision));
  device.close();
  await other.close();
});
