import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalBus } from '../../core/bus.ts';
import { openStore, type Store } from '../../db/store.ts';
import { migratedDatabase } from '../../testing/gateway.ts';
import { createMembership } from './membership.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore({ databaseUrl: await migratedDatabase() });
  await store.pool.query("insert into person (identifier, created_at) values ('ann', 0), ('ben', 0)");
});
afterAll(() => store.close());

let room: string;
let rooms = 0;
beforeEach(async () => {
  room = `room${(rooms += 1)}`;
  await store.pool.query(
    "insert into conversation (id, type, owner, last_seq, created_at) values ($1, 'group', 'ann', 5, 0)",
    [room],
  );
});

const membership = () => createMembership({ bus: createLocalBus(), clock: () => 1 });
const add = (...identifiers: string[]) =>
  store.db.transaction().execute((tx) =>
    membership().add(
      tx,
      room,
      identifiers.map((identifier) => ({ identifier, role: 'member' })),
    ),
  );
const remove = (upTo: number, identifier: string) =>
  store.db.transaction().execute((tx) => membership().remove(tx, room, upTo, [identifier]));
const goOnTo = (seq: number) => store.pool.query('update conversation set last_seq = $2 where id = $1', [room, seq]);
const members = async () =>
  (
    await store.pool.query<{
      identifier: string;
      joined_seq: number;
      left_seq: number | null;
      members_version: number;
    }>(
      'select m.identifier, m.joined_seq, m.left_seq, c.members_version from member m join conversation c on c.id = m.conversation where c.id = $1 order by 1',
      [room],
    )
  ).rows;

describe('membership', () => {
  test('who joins sees from here on; who is a member already stays as he was', async () => {
    await add('ann');
    await goOnTo(9);
    await add('ann', 'ben');
    expect(await members()).toEqual([
      { identifier: 'ann', joined_seq: 5, left_seq: null, members_version: 3 },
      { identifier: 'ben', joined_seq: 9, left_seq: null, members_version: 3 },
    ]);
  });

  test('who left and comes back sees nothing of what was in between', async () => {
    await add('ann');
    await remove(5, 'ann');
    expect(await members()).toMatchObject([{ joined_seq: 5, left_seq: 5 }]);
    await goOnTo(8);
    await add('ann');
    expect(await members()).toMatchObject([{ joined_seq: 8, left_seq: null }]);
  });

  test('leaving twice leaves at the first place', async () => {
    await add('ann');
    await remove(5, 'ann');
    await goOnTo(8);
    await remove(8, 'ann');
    expect(await members()).toMatchObject([{ left_seq: 5 }]);
  });
});
