import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '@amber/proto/limits';
import { toClientFault } from '../core/toClientFault.ts';
import { groupOf, sendText, signIn, type Person } from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { allowIdleTransaction } from './allowIdleTransaction.ts';
import { openStore, type Store } from './store.ts';

let gateway: TestGateway;
let stopped: Store;
let person: Person;
let group: string;
beforeAll(async () => {
  gateway = await startTestGateway({ databasePool: 5 });
  person = await signIn(gateway);
  group = await groupOf(person, await signIn(gateway));
  stopped = await openStore({
    databaseUrl: gateway.databaseUrl,
    limits: { ...limits, idleTransactionTimeout: 300 },
  });
});
afterAll(async () => {
  await stopped.close();
  await gateway.close();
});

test('R241 a gateway that stops in the middle of a transaction blocks a conversation for a limited time', async () => {
  const locked = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const transaction = stopped.db.transaction().execute(async (tx) => {
    await tx.selectFrom('conversation').select('id').where('id', '=', group).forUpdate().execute();
    locked.resolve();
    await resumed.promise;
    await tx.updateTable('conversation').set({ name: 'late' }).where('id', '=', group).execute();
  });
  const outcome = transaction.catch((error: unknown) => toClientFault(error).code);
  await locked.promise;
  const startedAt = performance.now();
  await sendText(person, group, 'Hello', { type: 'group' });
  expect(performance.now() - startedAt).toBeGreaterThan(150);
  // The stopped gateway wakes up: its transaction has no effect, and its device may try again.
  resumed.resolve();
  expect(await outcome).toBe('UNAVAILABLE');
  const { rows } = await query<{ name: string }>(gateway, 'select name from conversation where id = $1', [group]);
  expect(rows[0]!.name).not.toBe('late');
  await stopped.pool.query('select 1');
});

test('R241 the removal of a file may take longer, and only that transaction', async () => {
  const shown = "select current_setting('idle_in_transaction_session_timeout') as value";
  await stopped.db.transaction().execute(async (tx) => {
    await allowIdleTransaction(tx, limits);
    await sleep(600);
    await tx.selectFrom('upload').select('key').limit(1).execute();
  });
  expect((await stopped.pool.query<{ value: string }>(shown)).rows).toEqual([{ value: '300ms' }]);
});

test('R241 every connection of a gateway has that time-out', async () => {
  const shown = "select current_setting('idle_in_transaction_session_timeout') as value";
  const store = await openStore({ databaseUrl: gateway.databaseUrl, poolSize: 1 });
  expect((await store.pool.query<{ value: string }>(shown)).rows).toEqual([{ value: '10s' }]);
  expect(store.pool.options.max).toBe(1);
  await store.close();
});
