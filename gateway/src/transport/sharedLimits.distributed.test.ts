import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, connect, outcomeCode, signIn } from '../testing/client.ts';
import { query, type TestGateway } from '../testing/gateway.ts';
import { movedTo, startTwoGateways, type TwoGateways } from '../testing/twoGateways.ts';

const limits = { callsPerMinutePerAccount: 40, problemReportsPerMinute: 10, socketsPerUser: 2 };

let two: TwoGateways;
/** A stopped clock, so that no minute ends within a test. */
const now = Date.now();
beforeAll(async () => {
  two = await startTwoGateways({ limits, clock: () => now });
});
afterAll(() => two.close());

const office = { headers: { 'x-forwarded-for': '203.0.113.80' } };
const allowed = async (codes: Promise<string>[]) =>
  (await Promise.all(codes)).filter((code) => code === 'SUCCESS').length;

test('R227 R241 an account that calls both gateways has one limit', async () => {
  const { tokens } = await signIn(two.a);
  const calls = Array.from({ length: 80 }, (_, at) =>
    outcomeCode(call([two.a, two.b][at % 2]!.url, 'user.privacy', {}, { token: tokens.token, ...office })),
  );
  const count = await allowed(calls);
  expect(count).toBeGreaterThanOrEqual(limits.callsPerMinutePerAccount * 0.9);
  expect(count).toBeLessThanOrEqual(limits.callsPerMinutePerAccount * 1.1);
});

test('R241 reports of problems count once', async () => {
  const { tokens } = await signIn(two.a);
  const reports = Array.from({ length: 40 }, (_, at) =>
    outcomeCode(call([two.a, two.b][at % 2]!.url, 'support.report', { problems: [] }, { token: tokens.token })),
  );
  expect(await allowed(reports)).toBeLessThanOrEqual(11);
});

test("R241 an account's oldest socket at one gateway is closed for its newest at the other", async () => {
  const person = await signIn(two.a);
  const open = async (gateway: TestGateway) => {
    const socket = await connect(gateway, office);
    await socket.register(movedTo(gateway, person));
    return socket;
  };
  const stored = async () =>
    (await query(two.a, 'select from open_socket where account = $1', [person.identifier])).rows.length;
  const [oldest, second] = [await open(two.a), await open(two.a)];
  // How old a socket is for other gateways is exact to the time that its report takes.
  await expect.poll(stored, { interval: 20 }).toBe(2);
  const newest = await open(two.b);
  await oldest.until(() => oldest.closed !== null);
  expect(oldest.closed).toEqual({ code: 1008, reason: 'too many connections' });
  expect([second.closed, newest.closed]).toEqual([null, null]);
});
