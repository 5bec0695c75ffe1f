import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, type Store } from './store.ts';
import { createSweeper } from './sweeper.ts';
import { migratedDatabase } from '../testing/gateway.ts';

let store: Store;
let now = 1_000_000_000_000;
const day = 24 * 60 * 60_000;
beforeAll(async () => {
  store = await openStore({ databaseUrl: await migratedDatabase() });
});
afterAll(() => store.close());

const counts = async () => {
  const { rows } = await store.pool.query<Record<string, number>>(
    'select (select count(*) from device_copy) as copies, (select count(*) from sms_code) as codes, (select count(*) from sms_quota) as quotas, (select count(*) from family) as families',
  );
  return rows[0];
};

test('what has expired is removed, and nothing else', async () => {
  const sweeper = createSweeper({
    db: store.db,
    clock: () => now,
    limits,
    leases: { runDue: async () => undefined },
    sweeps: [],
    onError: (error) => {
      throw error;
    },
  });
  await store.pool.query(`
    insert into person (identifier, created_at) values ('p', 0);
    insert into conversation (id, type, owner, created_at) values ('c', 'private', 'p', 0);
    insert into device_copy (identifier, device, conversation, seq, expires_at) values ('p', 'd', 'c', 1, ${now + 46 * day}), ('p', 'd', 'c', 2, ${now + 47 * day});
    insert into sms_code values ('1', 'd', '', 5, ${now + 60_000});
    insert into sms_quota values ('\\x31', '', array[${now - 2 * day}, ${now}]::bigint[]);
    insert into family values ('f', 'p', 'd', 1, ${now}, null)`);
  await sweeper.sweep();
  expect(await counts()).toEqual({ copies: 2, codes: 1, quotas: 1, families: 1 });
  now += 60_001;
  await sweeper.sweep();
  expect(await counts()).toEqual({ copies: 2, codes: 0, quotas: 1, families: 1 });
  now += 2 * day;
  await sweeper.sweep();
  expect(await counts()).toEqual({ copies: 2, codes: 0, quotas: 0, families: 1 });
  now += 44 * day;
  await sweeper.sweep();
  expect(await counts()).toEqual({ copies: 1, codes: 0, quotas: 0, families: 0 });
  sweeper.close();
});

test('R247 one sweep that fails does not hold up the others, and is reported', async () => {
  const done: string[] = [];
  const reported: unknown[] = [];
  const fail = (message: string) => async () => {
    throw new Error(message);
  };
  const sweeper = createSweeper({
    db: store.db,
    clock: () => now,
    limits,
    leases: { runDue: async () => undefined },
    sweeps: [fail('first'), async () => void done.push('deletions'), fail('second')],
    onError: (error) => reported.push(error),
  });
  await expect(sweeper.sweep()).rejects.toThrow('first');
  expect([done, reported]).toEqual([['deletions'], [new Error('second')]]);
  sweeper.close();
});
