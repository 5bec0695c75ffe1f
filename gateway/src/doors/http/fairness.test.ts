import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@amber/proto/limits';
import { chatOf, outcome, sendText, signIn } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { atMost } from '../../testing/machine.ts';

const calls = 600;
const minute = 60_000;
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ limits: { callWaitsFor: atMost(minute) } });
});
afterAll(() => gateway.close());

test('R254 of 600 syncs of one account eight run, and the message of somebody else is stored meanwhile', async () => {
  const [mallory, alice, bob] = [await signIn(gateway), await signIn(gateway), await signIn(gateway)];
  const chat = await chatOf(alice, bob);
  const own = await chatOf(mallory, bob);
  // Syncs cannot end while this lock is held.
  const lock = new pg.Client({ connectionString: gateway.databaseUrl });
  await lock.connect();
  await lock.query('begin');
  await lock.query('lock table device_cursor in access exclusive mode');
  const running = async () =>
    (
      await query<{ count: number }>(
        gateway,
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%device_cursor%'`,
      )
    ).rows[0]!.count;

  const outcomes: string[] = [];
  const syncs = Array.from({ length: calls }, async () => {
    outcomes.push(await outcome(mallory.api.message.sync({ cursors: [{ conversationId: own, epoch: 1, seq: 1 }] })));
  });
  const refused = calls - limits.callsAtOncePerAccount - limits.callsWaitingPerAccount;
  await expect.poll(() => outcomes.length, { timeout: atMost(20_000) }).toBe(refused);
  await expect.poll(running, { timeout: atMost(20_000) }).toBe(limits.callsAtOncePerAccount);
  expect(await outcome(sendText(alice, chat, 'hello'))).toBe('SUCCESS');
  expect(await running()).toBe(limits.callsAtOncePerAccount);
  expect(new Set(outcomes)).toEqual(new Set(['UNAVAILABLE']));

  await lock.query('rollback');
  await lock.end();
  await Promise.all(syncs);
  expect(outcomes.filter((code) => code === 'SUCCESS')).toHaveLength(calls - refused);
});
