// Runs one change of a space in one transaction, under the locks of the space and its rooms, with notices after the
// commit.
import { Fault } from '@amber/proto/faults';
import type { CommandBodies, MessageCommandId } from '@amber/proto/systemCommands';
import { sql, type Selectable } from 'kysely';
import { publishRows, subjects } from '../core/bus.ts';
import { currentMembers, spaceMembersAmong } from '../messages/members/currentMembers.ts';
import type { Membership } from '../messages/members/membership.ts';
import type { StoredRow } from '../core/storedRow.ts';
import type { DeviceRef } from '../messages/sync/storedRows.ts';
import { appendSystemRow } from '../messages/send/systemRows.ts';
import type { Notices } from '../messages/push/notices.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Transaction } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';

interface SpaceChangePorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock'> {
  membership: Membership;
  notices: Notices;
}

export type SpaceRow = Selectable<Tables['space']>;
export type RoomRow = Selectable<Tables['conversation']>;

/** The operation in the notice. JOIN and the operations after it are sent to the person concerned. */
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
  tx: Transaction;
  actor: DeviceRef;
  now: number;
  space: SpaceRow;
  /** Its rooms, oldest first, as they were when the change began; the rooms concerned are locked. */
  rooms: readonly RoomRow[];
  isMember(identifier: string): Promise<boolean>;
  members(): Promise<string[]>;
  /** The people among these who are in a room now. */
  membersAmong(room: string, among: readonly string[]): Promise<Set<string>>;
  /** Everyone who is in a room, and whether they were invited by name. */
  roomMembers(room: string): Promise<Map<string, { invited: boolean }>>;
  /** Writes a row into a room as a command of the actor (or of `by`) would; returns its position. */
  writeCommand<Id extends MessageCommandId>(
    room: string,
    cmdId: Id,
    body: CommandBodies[Id],
    targets?: string[],
    by?: DeviceRef,
  ): Promise<number>;
  /** Adds people to a room; existing members stay as they are. */
  addToRoom(
    room: string,
    people: readonly string[],
    options?: { role?: 'owner' | 'member'; invited?: boolean; after?: number },
  ): Promise<void>;
  /** Removes people from a room (everyone when none are named). `upTo`: the last message that they can see. */
  removeFromRoom(room: string, upTo: number, people?: readonly string[]): Promise<void>;
  /** Stores the notice for these people; `extra` is additional content. */
  addNotice(op: SpaceOp, people: readonly string[], conversationId?: string, extra?: Record<string, string>): void;
}

/** The changes of one room. */
interface RoomChange {
  version: number;
  rows: StoredRow[];
  people: Set<string>;
  hasLeavers: boolean;
}

export type ChangeSpace = ReturnType<typeof createChangeSpace>;

export function createChangeSpace({ db, bus, clock, membership, notices }: SpaceChangePorts) {
  /** Reads the rooms and locks them in a fixed order, as sending does, so that nothing deadlocks. */
  async function readRooms(
    tx: Transaction,
    space: string,
    onlyRooms: readonly string[] | undefined,
  ): Promise<RoomRow[]> {
    const rooms = tx.selectFrom('conversation').where('space', '=', space).where('status', '=', 'normal');
    const toLock = onlyRooms ? rooms.where('id', 'in', onlyRooms) : rooms;
    if (onlyRooms?.length !== 0)
      await toLock
        .select('id')
        .orderBy(sql`id collate "C"`)
        .forUpdate()
        .execute();
    return rooms.selectAll().orderBy('created_at').orderBy('id').execute();
  }

  function publish(roomChanges: ReadonlyMap<string, RoomChange>): void {
    for (const [conversation, { version, rows, people, hasLeavers }] of roomChanges) {
      if (rows.length > 0) publishRows(bus, version, rows);
      // New members get a hint of their own, so other connected people need not be scanned.
      else if (hasLeavers)
        bus.publish(subjects.conversation(conversation), {
          kind: 'rows',
          conversation,
          toSeq: 0,
          membersVersion: version,
          rows,
        });
      membership.publishChange(conversation, [...people]);
    }
  }

  /**
   * Runs `work` while nobody else changes, joins or leaves the space. `open` is the space's id, or a function that
   * returns the space, locked or newly created; undefined when there is none. Sending waits for locked rooms:
   * `onlyRooms` names the rooms that this change concerns, if not all.
   * @throws Fault NO_AUTH when there is no space; anything that `work` throws rolls back.
   */
  return async <T>(
    actor: DeviceRef,
    open: string | ((tx: Transaction) => Promise<SpaceRow | undefined>),
    work: (change: SpaceChange) => Promise<T>,
    onlyRooms?: readonly string[],
  ): Promise<T> => {
    const committed = await db.transaction().execute(async (tx) => {
      const space =
        typeof open === 'string'
          ? await tx.selectFrom('space').selectAll().where('id', '=', open).forUpdate().executeTakeFirst()
          : await open(tx);
      if (!space) throw new Fault('NO_AUTH');
      const now = clock();
      const roomChanges = new Map<string, RoomChange>();
      const pendingNotices: {
        op: SpaceOp;
        people: readonly string[];
        conversationId: string;
        extra: Record<string, string>;
      }[] = [];
      const rooms = await readRooms(tx, space.id, onlyRooms);
      const changeOf = (room: string): RoomChange => {
        const found = roomChanges.get(room) ?? {
          version: rooms.find(({ id }) => id === room)?.members_version ?? 1,
          rows: [],
          people: new Set(),
          hasLeavers: false,
        };
        roomChanges.set(room, found);
        return found;
      };
      const roomMembers = (room: string) => currentMembers(tx, room);
      const result = await work({
        tx,
        actor,
        now,
        space,
        rooms,
        roomMembers,
        async membersAmong(room, among) {
          const found = await tx
            .selectFrom('member')
            .select('identifier')
            .where('conversation', '=', room)
            .where('identifier', 'in', among)
            .where('left_seq', 'is', null)
            .execute();
          return new Set(found.map(({ identifier }) => identifier));
        },
        isMember: async (identifier) => (await spaceMembersAmong(tx, space.id, [identifier])).size > 0,
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
        async writeCommand(room, cmdId, body, targets = [], by = actor) {
          const row = await appendSystemRow(tx, { conversation: room, actor: by, cmdId, targets, body, ts: now });
          changeOf(room).rows.push(row);
          return row.seq;
        },
        async addToRoom(room, people, { role = 'member', invited = false, after } = {}) {
          if (people.length === 0) return;
          changeOf(room).version = await membership.add(
            tx,
            room,
            people.map((identifier) => ({ identifier, role, invited })),
            after,
          );
          for (const identifier of people) changeOf(room).people.add(identifier);
        },
        async removeFromRoom(room, upTo, people) {
          const leaving = people ?? [...(await roomMembers(room)).keys()];
          if (leaving.length === 0) return;
          changeOf(room).version = await membership.remove(tx, room, upTo, people);
          changeOf(room).hasLeavers = true;
          for (const identifier of leaving) changeOf(room).people.add(identifier);
        },
        addNotice(op, people, conversationId = '', extra = {}) {
          if (people.length > 0) pendingNotices.push({ op, people, conversationId, extra });
        },
      });
      // Everyone is locked in one fixed order, before the first notice.
      const audience = [...new Set(pendingNotices.flatMap(({ people }) => people))];
      if (audience.length > 0) await notices.lock(tx, audience);
      const afterCommit: (() => void)[] = [];
      for (const { op, people, conversationId, extra } of pendingNotices) {
        const body = JSON.stringify({ op, spaceId: space.id, ...(conversationId && { conversationId }), ...extra });
        afterCommit.push(
          await notices.addForAll(tx, people, {
            type: 'spaceChange',
            identifier: actor.identifier,
            conversationId,
            body,
          }),
        );
      }
      return { result, roomChanges, afterCommit };
    });
    publish(committed.roomChanges);
    for (const emit of committed.afterCommit) emit();
    return committed.result;
  };
}
