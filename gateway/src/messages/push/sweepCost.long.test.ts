import { limits as usual } from '@amber/proto/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalBus } from '../../core/bus.ts';
import { openStore, type Store } from '../../db/store.ts';
import { migratedDatabase } from '../../testing/gateway.ts';
import { countRowsRead } from '../../testing/rowsRead.ts';
import { createChangeLog } from './changeLog.ts';
import { createFanout, type Fanout } from './fanout.ts';
import type { Listener } from './listener.ts';
import { createNotices } from './notices.ts';

const people = 1_000;
const roomsOfPerson = 50;
const membersOfRoom = 10;
const rooms = (people * roomsOfPerson) / membersOfRoom;

let store: Store;
let fanout: Fanout;
let counted: ReturnType<typeof countRowsRead>;
let startSweep: () => void;
const frames = new Map<string, number>();

beforeAll(async () => {
  store = await openStore({ databaseUrl: await migratedDatabase() });
  await store.pool.query(
    `insert into person (identifier, avatar, last_name, created_at) select 'person' || n, '', 'Somebody', 0
     from generate_series(0, ${people - 1}) n;
     insert into family (id, identifier, device, generation, rotated_at) select identifier, identifier, 'd', 1, 0 from person;
     insert into conversation (id, type, owner, created_at) select 'room' || n, 'group', 'person0', 0
     from generate_series(0, ${rooms - 1}) n;
     insert into member (conversation, identifier, role, joined_seq, joined_at, user_setting)
     select 'room' || room, 'person' || (room * 7 + n * ${people / membersOfRoom}) % ${people}, 'member', 0, 0, '{}'
     from generate_series(0, ${rooms - 1}) room, generate_series(0, ${membersOfRoom - 1}) n;
     analyze`,
  );
  counted = countRowsRead(store.pool);
  const { pool } = counted;
  const limits = { ...usual, sweepEvery: 3_600_000 };
  const bus = { ...createLocalBus(), onReconnect: (listener: () => void) => void (startSweep = listener) };
  const onError = (error: unknown) => {
    throw error;
  };
  const notices = createNotices({ db: store.db, bus, clock: Date.now, limits });
  fanout = createFanout({ pool, bus, limits, notices, changeLog: createChangeLog({ pool }), onError });
  const join = (n: number) => {
    const identifier = `person${n}`;
    const push = () => void frames.set(identifier, (frames.get(identifier) ?? 0) + 1);
    const listener = { identifier, device: 'd', family: identifier, push } as unknown as Listener;
    return fanout.join(listener);
  };
  for (let at = 0; at < people; at += 50) await Promise.all(Array.from({ length: 50 }, (_, n) => join(at + n)));
}, 300_000);
afterAll(async () => {
  await fanout.close();
  await store.close();
});

/** The rows that a sweep reads, with everything that it causes. */
async function sweepRows(): Promise<number> {
  counted.reset();
  startSweep();
  await fanout.close();
  return counted.rows();
}

/** A transaction of another test's database that has not ended yet makes a sweep read the last changes again. */
const untilNothingIsRead = () => expect.poll(sweepRows, { interval: 20, timeout: 20_000 }).toBe(0);

test('R241 a sweep reads what has changed, not everybody: 1,000 people with 50 rooms each', async () => {
  const first = await sweepRows();
  await untilNothingIsRead();

  // Another gateway stores a row, and its hint is lost.
  await store.pool.query(
    `insert into message (conversation, seq, id, sender, device, ts, sealed)
     values ('room0', 1, 'aaaaaaaaaaaaaaaaaaaaaaaa', 'person0', 'other', 0, false);
     update conversation set last_seq = 1 where id = 'room0'`,
  );
  expect(await sweepRows()).toBeLessThan(50);
  expect([...frames.values()]).toEqual(Array.from({ length: membersOfRoom }, () => 1));
  await untilNothingIsRead();

  // What the first one compared, the earlier form of the sweep read each time.
  console.log(`rows of a sweep: ${first} when everything is compared, 0 when nothing has changed`);
  expect(first).toBeGreaterThan(rooms);
});
