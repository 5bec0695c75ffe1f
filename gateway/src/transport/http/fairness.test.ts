import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encode } from '@amber/proto/codec';
import { limits } from '@amber/proto/limits';
import { commands } from '@amber/proto/routes';
import { call, chatOf, connectAs, outcomeCode, sendText, signIn } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { scaledTimeout } from '../../testing/machine.ts';
import { enoughOfThisMinute } from '../../testing/enoughOfThisMinute.ts';

const calls = 600;
const minute = 60_000;
/** That of a real gateway. A test gateway lets more calls wait. */
const { callsWaitingPerAccount } = limits;
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    limits: {
      callsWaitingPerAccount,
      callQueueTimeout: scaledTimeout(minute),
      commandsPerSecond: 1_000_000,
      commandsBurst: 1_000_000,
    },
  });
});
afterAll(() => gateway.close());

/** Syncs and acknowledgements cannot end until this is called. */
async function lockCursors(): Promise<() => Promise<void>> {
  const lock = new pg.Client({ connectionString: gateway.databaseUrl });
  await lock.connect();
  await lock.query('begin');
  await lock.query('lock table device_cursor in access exclusive mode');
  return async () => {
    await lock.query('rollback');
    await lock.end();
  };
}

/** How many statements wait for that lock. */
async function running(): Promise<number> {
  const { rows } = await query<{ count: number }>(
    gateway,
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%device_cursor%'`,
  );
  return rows[0]!.count;
}

test('R254 of 600 syncs of one account eight run, and the message of somebody else is stored meanwhile', async () => {
  const [mallory, alice, bob] = [await signIn(gateway), await signIn(gateway), await signIn(gateway)];
  const chat = await chatOf(alice, bob);
  const own = await chatOf(mallory, bob);
  const unlock = await lockCursors();

  const outcomes: string[] = [];
  const syncs = Array.from({ length: calls }, async () => {
    outcomes.push(
      await outcomeCode(mallory.api.message.sync({ cursors: [{ conversationId: own, epoch: 1, seq: 1 }] })),
    );
  });
  const refused = calls - limits.callConcurrencyPerAccount - callsWaitingPerAccount;
  await expect.poll(() => outcomes.length, { timeout: scaledTimeout(20_000) }).toBe(refused);
  await expect.poll(running, { timeout: scaledTimeout(20_000) }).toBe(limits.callConcurrencyPerAccount);
  expect(await outcomeCode(sendText(alice, chat, 'hello'))).toBe('SUCCESS');
  expect(await running()).toBe(limits.callConcurrencyPerAccount);
  expect(new Set(outcomes)).toEqual(new Set(['UNAVAILABLE']));

  await unlock();
  await Promise.all(syncs);
  expect(outcomes.filter((code) => code === 'SUCCESS')).toHaveLength(calls - refused);
});

test('R254 of 300 large syncs of one session two run, most are refused before they are read, and the session works afterwards', async () => {
  const [mallory, bob] = [await signIn(gateway), await signIn(gateway)];
  const own = await chatOf(mallory, bob);
  const cursors = Array.from({ length: 2_000 }, () => ({ conversationId: own, epoch: 1, seq: 1 }));
  const unlock = await lockCursors();
  const outcomes: string[] = [];
  const syncs = Array.from({ length: 300 }, async () => {
    outcomes.push(await outcomeCode(mallory.api.message.sync({ cursors })));
  });
  const allowed = limits.callConcurrencyPerAccount + callsWaitingPerAccount;
  await expect.poll(() => outcomes.length, { timeout: scaledTimeout(20_000) }).toBe(300 - allowed);
  await expect.poll(running, { timeout: scaledTimeout(20_000) }).toBe(limits.heavyCallsAtOnce);
  await unlock();
  await Promise.all(syncs);
  expect(outcomes.filter((code) => code === 'SUCCESS')).toHaveLength(allowed);
  expect(await outcomeCode(mallory.api.message.sync({ cursors }))).toBe('SUCCESS');
});

test('R254 of 300 calls over the limit per minute most are refused by their headers alone, before any work', async () => {
  const limited = await startTestGateway({
    limits: { callsWaitingPerAccount, callsPerMinutePerAccount: 5, refusedCallCountsFor: scaledTimeout(minute) },
  });
  const { token } = (await signIn(limited)).tokens;
  const options = { token, headers: { 'x-forwarded-for': '203.0.113.9' } };
  await enoughOfThisMinute();
  const outcomes = await Promise.all(
    Array.from({ length: 300 }, () => outcomeCode(call(limited.url, 'message.sync', {}, options))),
  );
  const inFlightMax = limits.callConcurrencyPerAccount + callsWaitingPerAccount;
  expect(outcomes.filter((code) => code === 'SUCCESS').length).toBeLessThanOrEqual(5);
  expect(outcomes.filter((code) => code === 'TOO_MANY').length).toBeLessThanOrEqual(inFlightMax);
  expect(outcomes.filter((code) => code === 'UNAVAILABLE').length).toBeGreaterThanOrEqual(300 - inFlightMax - 5);
  await limited.close();
});

test('R254 T10 no refused call with an invented token is remembered', async () => {
  const limited = await startTestGateway({
    limits: {
      callsWaitingPerAccount,
      strangersCallsPerMinutePerNetwork: 1,
      refusedCallCountsFor: scaledTimeout(10 * minute),
    },
  });
  const options = { token: 'a.b.1.1.c', headers: { 'x-forwarded-for': '203.0.113.9' } };
  const outcomes: string[] = [];
  for (let calls = 0; calls < 2 * (limits.callConcurrencyPerAccount + callsWaitingPerAccount); calls += 1)
    outcomes.push(await outcomeCode(call(limited.url, 'message.sync', {}, options)));
  expect(outcomes).toContain('TOO_MANY');
  expect(outcomes).not.toContain('UNAVAILABLE');
  await limited.close();
});

test('R254 of a connection no more is read while a megabyte of its commands waits, and none is lost', async () => {
  const [mallory, alice, bob] = [await signIn(gateway), await signIn(gateway), await signIn(gateway)];
  const own = await chatOf(mallory, bob);
  const [flood, calm] = [await connectAs(mallory), await connectAs(alice)];
  // The kernel's buffers take a few of them.
  const acks = 40;
  const unlock = await lockCursors();
  const body = encode('PushAck', {
    cursors: Array.from({ length: 9_000 }, () => ({ conversationId: own.padEnd(64, 'x'), epoch: 1, seq: 1 })).fill(
      { conversationId: own, epoch: 1, seq: 1 },
      0,
      1,
    ),
  });
  for (let sequence = 2; sequence < acks + 2; sequence += 1)
    flood.sendFrame({ command: commands.pushAck.number, sequence, body });
  await expect.poll(running, { timeout: scaledTimeout(20_000) }).toBe(1);
  for (let beats = 0; beats < 200; beats += 1) await calm.ask('heartbeat', {});
  expect(flood.ws.bufferedAmount).toBeGreaterThan((acks / 2) * body.length);

  await unlock();
  await flood.until(() => flood.answers.size === acks + 1);
  expect(flood.closed).toBeNull();
  expect([...flood.answers.values()].map(({ code }) => code)).toEqual(Array(acks + 1).fill('SUCCESS'));
  flood.close();
  calm.close();
});

test('R254 the commands of a connection run at their rate, in order, and each is answered', async () => {
  const [perSecond, burst, beats] = [20, 5, 25];
  const slow = await startTestGateway({ limits: { commandsPerSecond: perSecond, commandsBurst: burst } });
  const socket = await connectAs(await signIn(slow));
  const began = performance.now();
  const times = await Promise.all(
    Array.from({ length: beats }, async (_, n) => (await socket.ask('heartbeat', { time: n })).time),
  );
  expect(times).toEqual(Array.from({ length: beats }, (_, n) => n));
  // At least so long: a slow machine takes longer.
  expect(performance.now() - began).toBeGreaterThan(((beats - burst) / perSecond) * 900);
  socket.close();
  await slow.close();
});
