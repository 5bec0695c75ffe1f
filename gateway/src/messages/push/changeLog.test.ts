import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../../db/store.ts';
import { migratedDatabase } from '../../testing/gateway.ts';
import { createChangeLog, type LiveChanges } from './changeLog.ts';

const none: LiveChanges = { conversations: [], memberships: [], people: [], families: [] };

describe('the log of changes', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ databaseUrl: await migratedDatabase() });
    await store.pool.query(
      `insert into person (identifier, avatar, last_name, created_at) values ('bob', '', 'Bob', 0);
       insert into family (id, identifier, device, generation, rotated_at) values ('f', 'bob', 'd', 1, 0);
       insert into conversation (id, type, owner, created_at) values ('chat', 'group', 'bob', 0), ('other', 'group', 'bob', 0)`,
    );
  });
  afterAll(() => store.close());

  /** What a gateway finds at its next look; a transaction of another test can make it find the last changes again. */
  async function changesOf(log: ReturnType<typeof createChangeLog>, ...statements: string[]) {
    await log.begin();
    await expect.poll(() => log.next(), { interval: 20 }).toEqual(none);
    for (const statement of statements) await store.pool.query(statement);
    return log.next();
  }
  const joined = { identifier: 'bob', conversation: 'chat' };

  test.each([
    ['has new rows', "update conversation set last_seq = last_seq + 1 where id = 'chat'", { conversations: ['chat'] }],
    [
      'has a new member, with the conversation, whose number of members changes',
      "insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting) values ('chat', 'bob', 'member', 0, 0, '{}')",
      { conversations: ['chat'], memberships: [joined] },
    ],
    ['has a member who returns', 'update member set left_seq = null, entry = default', { memberships: [joined] }],
    ['has no read position', 'update member set read_seq = 0', {}],
    ['has a new notice', 'update person set notice_seq = notice_seq + 1', { people: ['bob'] }],
    ['has no profile', "update person set last_name = 'Rob'", {}],
    ['has the end of a session', 'update family set revoked_at = 1', { families: ['f'] }],
    ['has no session that had ended before', 'update family set revoked_at = 2', {}],
  ])('R241 it %s', async (_, statement, expected) => {
    expect(await changesOf(createChangeLog(store), statement)).toEqual({ ...none, ...expected });
  });

  test('R241 a change that is committed after later ones is found', async () => {
    const log = createChangeLog(store);
    const late = await store.pool.connect();
    await log.begin();
    await late.query('begin');
    await late.query("update conversation set last_seq = last_seq + 1 where id = 'other'");
    expect(await changesOfAll(log, "update conversation set last_seq = last_seq + 1 where id = 'chat'")).toContain(
      'chat',
    );
    await late.query('commit');
    late.release();
    expect((await log.next())!.conversations).toContain('other');
  });

  const changesOfAll = async (log: ReturnType<typeof createChangeLog>, statement: string) => {
    await store.pool.query(statement);
    return (await log.next())!.conversations;
  };
});

describe('R241 everything is compared where the log may have a gap', () => {
  const minute = 60_000;
  const start = { tx: '100', started: 'monday', at: 0 };
  const row = { kind: null, id: null, conversation: null };

  /** What a gateway finds after the log was at `start` and is at `next`. */
  async function find(next: Partial<typeof start>): Promise<LiveChanges | null> {
    const positions = [start, { ...start, ...next }];
    const query = async () => ({ rows: [{ ...row, ...positions.shift()! }] });
    const log = createChangeLog({ pool: { query } as unknown as pg.Pool });
    await log.begin();
    return log.next();
  }

  test('R241 but not after a usual look', async () => {
    expect(await find({ tx: '90000', at: minute })).toEqual(none);
  });
  test.each([
    ['the database was started again: its crash has emptied the log', { started: 'tuesday' }],
    ['it was restored from a backup', { tx: '99' }],
    ['the gateway was stopped for long', { at: 3 * minute }],
  ])('R241 %s', async (_, next) => {
    expect(await find(next)).toBeNull();
  });

  test('R241 the gateway has forgotten its position after a failure', async () => {
    const query = async () => ({ rows: [{ ...row, ...start }] });
    const log = createChangeLog({ pool: { query } as unknown as pg.Pool });
    await log.begin();
    log.forget();
    expect(await log.next()).toBeNull();
    expect(await log.next()).toEqual(none);
    // A failure during a look, too.
    const looking = log.next();
    log.forget();
    expect(await looking).toBeNull();
  });
});
