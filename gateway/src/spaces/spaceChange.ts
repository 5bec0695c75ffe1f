// One change of a space: under its lock and its rooms', in one transaction, with notices after the commit.
import { Fault } from '@amber/proto/faults';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import { sql, type Selectable, type Transaction } from 'kysely';
import { publishRows, subjects, type Bus } from '../core/bus.ts';
import type { Clock } from '../core/clock.ts';
import type { Membership } from '../messages/members/membership.ts';
import type { StoredRow } from '../core/storedRow.ts';
import type { Reader } from '../messages/sync/storedRows.ts';
import { appendSystemRow } from '../messages/send/systemRows.ts';
import type { Notices } from '../messages/push/notices.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';

interface SpaceChangePorts {
  db: Db;
  bus: Bus;
  clock: Clock;
  membership: Membership;
  notices: Notices;
}

export type SpaceRow = Selectable<Tables['space']>;
export type RoomRow = Selectable<Tables['conversation']>;

/** The operation in the notice; from JOIN on it goes to the person concerned. */
export type SpaceOp =
  | 'CHANGE'
  | 'DISSOLVE'
  | 'DELETE_ROOM'
  | 'CREATE'
  | 'JOIN'
  | 'QUIT'
  | 'REMOVE'
  | 'JOIN_ASKED'
  | 'JOIN_ACCEPTED'
  | 'JOIN_DECLINED';

export interface SpaceChange {
  tx: Transaction<Tables>;
  actor: Reader;
  now: number;
  space: SpaceRow;
  /** Its rooms, oldest first, as they were when the change began; the rooms concerned are locked. */
  rooms: readonly RoomRow[];
  isMember(identifier: string): Promise<boolean>;
  members(): Promise<string[]>;
  /** The ones among these people who are in a room now. */
  inside(room: string, among: readonly string[]): Promise<Set<string>>;
  /** Everyone who is, and whether by name. */
  peopleIn(room: string): Promise<Map<string, { invited: boolean }>>;
  /** Writes a row into a room as a command of the actor (or another person) would; returns its place. */
  write<Id extends MessageCommandId>(
    room: string,
    cmdId: Id,
    body: CommandBodies[Id],
    targets?: string[],
    by?: Reader,
  ): Promise<number>;
  /** Existing members stay as they are. */
  admit(
    room: string,
    people: readonly string[],
    how?: { role?: 'owner' | 'member'; invited?: boolean; after?: number },
  ): Promise<void>;
  /** `upTo`: the last message they can see. Everyone when none are named. */
  release(room: string, upTo: number, people?: readonly string[]): Promise<void>;
  /** Keeps the notice for these people; `names` is extra content. */
  emit(op: SpaceOp, people: readonly string[], conversationId?: string, names?: Record<string, string>): void;
}

/** The result for one room. */
interface Touched {
  version: number;
  rows: StoredRow[];
  people: Set<string>;
  hasLeavers: boolean;
}

export type ChangeSpace = ReturnType<typeof createChangeSpace>;

export function createChangeSpace({ db, bus, clock, membership, notices }: SpaceChangePorts) {
  /** Locked in a fixed order, as in sending, so that nothing deadlocks. */
  async function readRooms(
    tx: Transaction<Tables>,
    space: string,
    only: readonly string[] | undefined,
  ): Promise<RoomRow[]> {
    const rooms = tx.selectFrom('conversation').where('space', '=', space).where('status', '=', 'normal');
    const toLock = only ? rooms.where('id', 'in', only) : rooms;
    if (only?.length !== 0)
      await toLock
        .select('id')
        .orderBy(sql`id collate "C"`)
        .forUpdate()
        .execute();
    return rooms.selectAll().orderBy('created_at').orderBy('id').execute();
  }

  function publish(touched: ReadonlyMap<string, Touched>): void {
    for (const [conversation, { version, rows, people, hasLeavers }] of touched) {
      if (rows.length > 0) publishRows(bus, version, rows);
      // Newcomers have a hint of their own: no need to scan the others.
      else if (hasLeavers)
        bus.publish(subjects.conversation(conversation), {
          kind: 'rows',
          conversation,
          toSeq: 0,
          membersVersion: version,
          rows,
        });
      membership.changed(conversation, [...people]);
    }
  }

  /**
   * Runs `work` while nobody else changes, joins or leaves the space.
   * `open` returns the space, locked or just created; undefined when there is none. Sending waits for locked rooms:
   * `only` names the rooms this change concerns, if not all.
   * @throws Fault NO_AUTH when there is none; anything `work` throws rolls back.
   */
  return async <T>(
    actor: Reader,
    open: string | ((tx: Transaction<Tables>) => Promise<SpaceRow | undefined>),
    work: (change: SpaceChange) => Promise<T>,
    only?: readonly string[],
  ): Promise<T> => {
    const done = await db.transaction().execute(async (tx) => {
      const space =
        typeof open === 'string'
          ? await tx.selectFrom('space').selectAll().where('id', '=', open).forUpdate().executeTakeFirst()
          : await open(tx);
      if (!space) throw new Fault('NO_AUTH');
      const now = clock();
      const touched = new Map<string, Touched>();
      const news: { op: SpaceOp; people: readonly string[]; conversationId: string; names: Record<string, string> }[] =
        [];
      const rooms = await readRooms(tx, space.id, only);
      const touch = (room: string): Touched => {
        const found = touched.get(room) ?? {
          version: rooms.find(({ id }) => id === room)?.members_version ?? 1,
          rows: [],
          people: new Set(),
          hasLeavers: false,
        };
        touched.set(room, found);
        return found;
      };
      async function peopleIn(room: string): Promise<Map<string, { invited: boolean }>> {
        const found = await tx
          .selectFrom('member')
          .select(['identifier', 'invited'])
          .where('conversation', '=', room)
          .where('left_seq', 'is', null)
          .execute();
        return new Map(found.map(({ identifier, invited }) => [identifier, { invited }]));
      }
      const result = await work({
        tx,
        actor,
        now,
        space,
        rooms,
        peopleIn,
        async inside(room, among) {
          const found = await tx
            .selectFrom('member')
            .select('identifier')
            .where('conversation', '=', room)
            .where('identifier', 'in', among)
            .where('left_seq', 'is', null)
            .execute();
          return new Set(found.map(({ identifier }) => identifier));
        },
        async isMember(identifier) {
          return (
            undefined !==
            (await tx
              .selectFrom('space_member')
              .select('space')
              .where('space', '=', space.id)
              .where('identifier', '=', identifier)
              .executeTakeFirst())
          );
        },
        async members() {
          const found = await tx
            .selectFrom('space_member')
            .select('identifier')
            .where('space', '=', space.id)
            .orderBy('joined_at')
            .orderBy('identifier')
            .execute();
          return found.map(({ identifier }) => identifier);
        },
        async write(room, cmdId, body, targets = [], by = actor) {
          const row = await appendSystemRow(tx, { conversation: room, actor: by, cmdId, targets, body, ts: now });
          touch(room).rows.push(row);
          return row.seq;
        },
        async admit(room, people, { role = 'member', invited = false, after } = {}) {
          if (people.length === 0) return;
          touch(room).version = await membership.add(
            tx,
            room,
            people.map((identifier) => ({ identifier, role, invited })),
            after,
          );
          for (const identifier of people) touch(room).people.add(identifier);
        },
        async release(room, upTo, people) {
          const leaving = people ?? [...(await peopleIn(room))].map(([identifier]) => identifier);
          if (leaving.length === 0) return;
          touch(room).version = await membership.remove(tx, room, upTo, people);
          touch(room).hasLeavers = true;
          for (const identifier of leaving) touch(room).people.add(identifier);
        },
        emit(op, people, conversationId = '', names = {}) {
          if (people.length > 0) news.push({ op, people, conversationId, names });
        },
      });
      // Everyone in one fixed order, before the first notice.
      const concerned = [...new Set(news.flatMap(({ people }) => people))];
      if (concerned.length > 0) await notices.lock(tx, concerned);
      const emits: (() => void)[] = [];
      for (const { op, people, conversationId, names } of news) {
        const body = JSON.stringify({ op, spaceId: space.id, ...(conversationId && { conversationId }), ...names });
        emits.push(
          await notices.keepFor(tx, people, {
            type: 'spaceChange',
            identifier: actor.identifier,
            conversationId,
            body,
          }),
        );
      }
      return { result, touched, emits };
    });
    publish(done.touched);
    for (const emit of done.emits) emit();
    return done.result;
  };
}
