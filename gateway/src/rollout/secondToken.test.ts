import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, outcomeCode, signIn, type Person } from '../testing/client.ts';
import { markTried, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { tinyRelease } from '../testing/release.ts';

const operators = new Set<string>();
let gateway: TestGateway;
let operator: Person;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  gateway = await startTestGateway({ operators });
  operator = await signIn(gateway);
  operators.add(operator.identifier);
  for (const [remote, name] of [
    ['chat', 'one'],
    ['chat', 'two'],
    ['polls', 'alone'],
  ] as const)
    tokens[name] = (await operator.api.rollout.createToken({ remote, name })).deployToken;
});
afterAll(() => gateway.close());

const by = (name: string, remote = 'chat') => ({ remote, deployToken: tokens[name]! });
const setShare = (name: string, share: number, remote = 'chat') =>
  outcomeCode(call(gateway.url, 'rollout.setShare', { ...by(name, remote), share }, {}));
const approve = (name: string, version: string, remote = 'chat') =>
  outcomeCode(call(gateway.url, 'rollout.approve', { ...by(name, remote), version }, {}));
async function publish(name: string, share = 0, remote = 'chat'): Promise<string> {
  const { file, release } = tinyRelease({ remote, share, deployToken: tokens[name]! });
  await call(gateway.url, 'rollout.upload', file, {});
  await call(gateway.url, 'rollout.publish', release, {});
  return release.version;
}

test('one token rolls out to five percent; more needs another one of the same team', async () => {
  const version = await publish('one', 5);
  expect(await setShare('one', 6)).toBe('NEEDS_SECOND');
  expect(await outcomeCode(call(gateway.url, 'rollout.promote', by('one'), {}))).toBe('NEEDS_SECOND');
  expect(await approve('one', version)).toBe('SUCCESS');
  expect(await setShare('one', 6)).toBe('NEEDS_SECOND'); // its own approval does not count
  expect(await setShare('one', 3)).toBe('SUCCESS'); // less is always possible
  expect(await approve('alone', version)).toBe('NO_AUTH');
  expect(await approve('two', '9.9.9')).toBe('TESTER_RELEASE');
  expect(await approve('two', version)).toBe('SUCCESS');
  expect(await approve('two', version)).toBe('SUCCESS'); // twice is logged once
  expect(await setShare('one', 40)).toBe('SUCCESS');
  const { audit } = await operator.api.rollout.status({ remote: 'chat' });
  expect(audit.filter(({ kind }) => kind === 'approved').map(({ who }) => who)).toEqual(['two', 'one']);
});

test('an approval is for one version, and ends with its token', async () => {
  expect(await outcomeCode(publish('one', 6))).toBe('NEEDS_SECOND');
  const version = await publish('one');
  expect(await setShare('one', 6)).toBe('NEEDS_SECOND');
  await approve('two', version);
  await operator.api.rollout.revokeToken({ name: 'two' });
  expect(await setShare('one', 6)).toBe('NEEDS_SECOND');
  // A later token of the same name has not approved it.
  tokens['two'] = (await operator.api.rollout.createToken({ remote: 'chat', name: 'two' })).deployToken;
  expect(await setShare('one', 6)).toBe('NEEDS_SECOND');
  // An operator needs nobody else.
  expect(await outcomeCode(operator.api.rollout.setShare({ remote: 'chat', share: 50 }))).toBe('SUCCESS');
  await markTried(gateway, 'chat');
  expect(await outcomeCode(call(gateway.url, 'rollout.promote', by('one'), {}))).toBe('NEEDS_SECOND');
});

test('a beta is no way around it', async () => {
  const version = await publish('one');
  const setBeta = (share: number) =>
    outcomeCode(call(gateway.url, 'rollout.setBeta', { ...by('one'), version, share }, {}));
  expect([await setBeta(6), await setBeta(5)]).toEqual(['NEEDS_SECOND', 'SUCCESS']);
  await approve('two', version);
  expect([await setBeta(100), await setBeta(50)]).toEqual(['SUCCESS', 'SUCCESS']);
});

test('an operator decides for which features', async () => {
  await publish('alone', 50, 'polls');
  await operator.api.rollout.requireSecond({ remote: 'polls', required: true });
  expect(await outcomeCode(publish('alone', 50, 'polls'))).toBe('NEEDS_SECOND');
  const { offers } = await operator.api.rollout.requireSecond({ remote: 'chat', required: false });
  expect(offers.map(({ remote, requiresSecond }) => [remote, requiresSecond])).toEqual([
    ['chat', false],
    ['polls', true],
  ]);
  expect(await outcomeCode(publish('one', 50))).toBe('SUCCESS');
  // A name that nobody has would stay in the registry of every page.
  expect(await outcomeCode(operator.api.rollout.requireSecond({ remote: 'pols', required: true }))).toBe('BAD_REQUEST');
});
