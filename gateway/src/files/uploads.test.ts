import { limits } from '@amber/proto/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHourlyQuotas } from '../db/hourlyQuotas.ts';
import { openStore, type Store } from '../db/store.ts';
import { outcomeCode } from '../testing/client.ts';
import { migratedDatabase } from '../testing/gateway.ts';
import { createUploads, type Uploads } from './uploads.ts';

const day = 24 * 60 * 60_000;
let now = Date.UTC(2026, 0, 1, 12);
let store: Store;
let uploads: Uploads;
beforeAll(async () => {
  store = await openStore({ databaseUrl: await migratedDatabase() });
  const clock = () => now;
  uploads = createUploads({
    db: store.db,
    clock,
    limits: { ...limits, uploadBytesPerDay: 1_000, uploadsPerHour: 3 },
    quotas: createHourlyQuotas({ db: store.db, clock }),
  });
  await store.pool.query(
    "insert into person (identifier, created_at, deleted_at) values ('a', 0, null), ('b', 0, null), ('gone', 0, 1)",
  );
});
afterAll(() => store.close());

const charge = (who: string, ...bytes: number[]) => Promise.all(bytes.map((one) => uploads.charge(who, one)));

test('T15 of parts that come at once, so many are taken as a day has bytes', async () => {
  const taken = await charge('a', ...Array.from({ length: 20 }, () => 100));
  expect(taken.filter(Boolean)).toHaveLength(10);
  expect(await charge('a', 1)).toEqual([false]);
  expect(await charge('b', 1_001, 1_000)).toEqual([false, true]);
  expect(await outcomeCode(uploads.claim('a', 'chat/1'))).toBe('UPLOADS_FULL');
});

test('T15 the next day begins anew, and what was counted before is dropped', async () => {
  now += day;
  expect(await outcomeCode(uploads.claim('a', 'chat/1'))).toBe('SUCCESS');
  expect(await charge('a', 1_000)).toEqual([true]);
  await uploads.dropOld();
  expect((await store.pool.query('select identifier, bytes from upload_day')).rows).toEqual([
    { identifier: 'a', bytes: 1_000 },
  ]);
});

test('T15 names are given so often in an hour', async () => {
  const names = Array.from({ length: 4 }, (_, n) => outcomeCode(uploads.claim('b', `chat/b${n}`)));
  expect((await Promise.all(names)).toSorted()).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'TOO_MANY']);
  now += 60 * 60_000;
  expect(await outcomeCode(uploads.claim('b', 'chat/b4'))).toBe('SUCCESS');
});

test('R196 an account that is no more uploads nothing', async () => {
  expect(await charge('gone', 1)).toEqual([false]);
});
