import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Store } from '../db/store.ts';
import { migratedDatabase, query } from '../testing/gateway.ts';
import { createJudgingAccounts, recordReturn } from './judgingAccounts.ts';
import { createTickets } from './tickets.ts';

const day = 24 * 60 * 60_000;
/** Noon, so that an hour before or later is the same day. */
let now = 20_000 * day + day / 2;
const clock = () => now;
let store: Store;
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await migratedDatabase();
  store = await openStore({ databaseUrl });
});
afterAll(() => store.close());

const signUp = (identifier: string, at: number) =>
  query({ databaseUrl }, "insert into person (identifier, avatar, last_name, created_at) values ($1, '', $1, $2)", [
    identifier,
    at,
  ]);
const accounts = createJudgingAccounts({ clock, tickets: createTickets({ secret: 's', clock, limits }), limits });
const judges = (identifier: string, address = '127.0.0.1') =>
  store.db
    .transaction()
    .execute(async (trx) => (await accounts.check(trx, { remote: 'chat', version: '1', identifier, address })).judged);

test('R255 an account judges from the day after it came back', async () => {
  await signUp('back', now);
  expect(await judges('back')).toBe(false);
  await recordReturn(store.db, 'back', now); // the day of the sign-up
  now += day + 1;
  expect(await judges('back')).toBe(false);
  await recordReturn(store.db, 'back', now);
  expect(await judges('back')).toBe(false);
  now += day;
  await recordReturn(store.db, 'back', now);
  expect(await judges('back')).toBe(true);
  expect(await judges('nobody')).toBe(false);
});

test('R255 an account that has sent a message judges when it is a day old', async () => {
  await signUp('author', now);
  await signUp('reader', now);
  await query(
    { databaseUrl },
    "insert into conversation (id, type, owner, name, last_seq, created_at) values ('c', 'group', 'author', '', 1, 0)",
  );
  for (const identifier of ['author', 'reader'])
    await query(
      { databaseUrl },
      "insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting) values ('c', $1, 'member', 0, 0, '{}')",
      [identifier],
    );
  await query(
    { databaseUrl },
    "insert into message (conversation, seq, id, sender, device, ts, sealed) values ('c', 1, $1, 'author', 'd', 0, true)",
    ['m'.repeat(24)],
  );
  expect(await judges('author')).toBe(false);
  now += day + 1;
  expect(await judges('author')).toBe(true);
  expect(await judges('reader')).toBe(false);
});

test('R255 a deleted account judges nothing', async () => {
  await query({ databaseUrl }, "update person set deleted_at = 1 where identifier = 'author'");
  expect(await judges('author')).toBe(false);
});
