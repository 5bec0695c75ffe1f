// Pushes new rows to every connected device that may see them. Hints make it fast; a sweep makes it certain.
import type { Input, Notify, RobotMessage } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import { subjects, type Bus, type Hint } from '../../core/bus.ts';
import { pushFrame, type WireFrame } from '../../core/wireFrame.ts';
import type { Listener } from './listener.ts';
import type { Notices, PlacedNotice } from './notices.ts';
import { changedRooms, lastEntry, membersOf, membershipsOf, type Membership, type Room } from '../members/rooms.ts';
import type { StoredRow } from '../../core/storedRow.ts';
import { isVeiled, readRows, toRow } from '../sync/storedRows.ts';

/** A person with devices connected here. */
interface Present {
  listeners: Set<Listener>;
  rooms: Set<Room>;
  entered: Promise<void>;
  /** Kept notices pushed up to here, in order. */
  noticed: number;
  telling: Promise<void>;
  unsubscribe(): void;
}

interface FanoutPorts {
  pool: pg.Pool;
  bus: Bus;
  limits: Limits;
  notices: Notices;
  onError(error: unknown): void;
}

/** After it was counted, an entry is looked for in this many sweeps. */
const entryWindow = 5;

export type Fanout = ReturnType<typeof createFanout>;

export function createFanout({ pool, bus, limits, notices, onError }: FanoutPorts) {
  const present = new Map<string, Present>();
  const rooms = new Map<string, Room>();
  let sweeping: Promise<void> = Promise.resolve();
  /** The entry counter at recent sweeps, oldest first; an entry may commit after it was counted. */
  let counted: number[] = [];

  bus.subscribe(subjects.sessions, (hint) => {
    if (hint.kind === 'revoked') signOut(new Set([hint.family]));
  });

  function signOut(families: Set<string>): void {
    for (const { listeners } of present.values()) {
      for (const listener of listeners) if (families.has(listener.family)) listener.signOut();
    }
  }

  function hear(identifier: string, hint: Hint): void {
    if (hint.kind === 'membership') void enterRooms(identifier, 'joined').catch(onError);
    const person = present.get(identifier);
    if (!person) return;
    if (hint.kind === 'preview') tellPreview(person, hint);
    if (hint.kind !== 'notice') return;
    if (hint.notify.noticeSeq) tellInOrder(identifier, person, hint.notify.noticeSeq);
    else emit(person, hint.notify, hint);
  }

  function emit(
    { listeners }: Present,
    notify: Input<Notify>,
    { exceptDevice, onlyDevice }: { exceptDevice?: string | null; onlyDevice?: string | null },
  ): void {
    const frame = pushFrame('pushNotify', notify);
    for (const listener of listeners)
      if (listener.device !== exceptDevice && (onlyDevice ?? listener.device) === listener.device) listener.push(frame);
  }

  /** Kept notices are pushed in order without gaps: a device that has one has all before it. */
  function tellInOrder(identifier: string, person: Present, upTo: number): void {
    person.telling = person.telling
      .then(async () => {
        if (person.noticed >= upTo) return;
        const missed: PlacedNotice[] = await notices.after(identifier, person.noticed);
        for (const { notify, ...whom } of missed) emit(person, notify, whom);
        person.noticed = missed.at(-1)?.notify.noticeSeq ?? upTo;
      })
      .catch(onError);
  }

  /** A newly connected person: older notices are left to the device's own catch-up. */
  async function arrive(identifier: string, person: Present): Promise<void> {
    if (counted.length === 0) counted = [await lastEntry(pool)];
    const {
      rows: [found],
    } = await pool.query<{ notice_seq: number }>('select notice_seq from person where identifier = $1', [identifier]);
    person.noticed = found?.notice_seq ?? 0;
    await enterRooms(identifier, 'connected');
  }

  /** Where pushing to a newcomer begins: at the start of what he may see, or at the current end when that is a lot. */
  const firstPushed = ({ joined_seq, last_seq }: Membership): number =>
    last_seq - joined_seq > limits.syncPage ? last_seq : joined_seq;

  /** A person's rooms. After connecting, the device itself catches up on everything sent before. */
  async function enterRooms(identifier: string, how: 'connected' | 'joined'): Promise<void> {
    for (const membership of await membershipsOf(pool, [identifier])) {
      if (how === 'connected') enter(membership, membership.last_seq);
      else if (enter(membership, firstPushed(membership))) leaveToCatchingUp(membership);
      const room = rooms.get(membership.conversation);
      if (room && room.known < membership.last_seq) deliver(room, membership.last_seq, membership.members_version, []);
    }
  }

  /** Notifies a new member of the rows that are not pushed, once all later rows are. */
  function leaveToCatchingUp({ identifier, conversation, joined_seq }: Membership): void {
    const room = rooms.get(conversation);
    if (room && room.known > joined_seq) tellChanged(identifier, conversation);
  }

  const tellChanged = (identifier: string, conversationId: string) =>
    hear(identifier, { kind: 'notice', notify: { type: 'conversationChanged', conversationId, identifier } });

  /** Whether a connected person has joined. `known`: the place pushed up to, when nobody else here is a member. */
  function enter(membership: Membership, known: number): boolean {
    const person = present.get(membership.identifier);
    if (!person) return false;
    const room = rooms.get(membership.conversation) ?? openRoom(membership, known);
    const isNew = !room.members.has(membership.identifier);
    room.members.set(membership.identifier, {
      from: membership.joined_seq,
      upTo: membership.left_seq ?? Infinity,
      listeners: person.listeners,
    });
    person.rooms.add(room);
    return isNew;
  }

  function openRoom({ conversation, members_version }: Membership, known: number): Room {
    const room: Room = {
      conversation,
      known,
      membersVersion: members_version,
      members: new Map(),
      work: Promise.resolve(),
      unsubscribe: bus.subscribe(subjects.conversation(conversation), (hint) => {
        if (hint.kind === 'rows') deliver(room, hint.toSeq, hint.membersVersion, hint.rows);
        if (hint.kind === 'typing') tellTyping(room, hint);
        if (hint.kind === 'chunk') tellChunk(room, hint.chunk);
      }),
    };
    rooms.set(conversation, room);
    return room;
  }

  function leave(room: Room, identifier: string): void {
    room.members.delete(identifier);
    present.get(identifier)?.rooms.delete(room);
  }

  function closeIfEmpty(room: Room): void {
    if (room.members.size > 0 || rooms.get(room.conversation) !== room) return;
    room.unsubscribe();
    rooms.delete(room.conversation);
  }

  function deliver(room: Room, toSeq: number, membersVersion: number, rows: StoredRow[]): void {
    room.work = room.work
      .then(async () => {
        if (membersVersion > room.membersVersion) await refreshMembers(room);
        if (rows[0]?.seq === room.known + 1) pushRows(room, rows);
        while (room.known < toSeq && room.members.size > 0) {
          const read = await readRows(pool, {
            stretches: [{ conversation: room.conversation, after: room.known, upTo: toSeq }],
            identifiers: [...room.members.keys()],
            perConversation: limits.syncPage,
            total: limits.syncPage,
          });
          if (read.length === 0) break;
          pushRows(room, read);
        }
        closeIfEmpty(room);
      })
      .catch(onError);
  }

  async function refreshMembers(room: Room): Promise<void> {
    // A former member gets the rows up to leaving, including the row that says so.
    // Only connected people: a room may have many more members.
    const asked = [...present.keys()];
    const members = await membersOf(pool, room.conversation, room.known, asked);
    const entitled = new Set(members.map(({ identifier }) => identifier));
    for (const identifier of asked) if (!entitled.has(identifier)) leave(room, identifier);
    for (const membership of members) if (enter(membership, room.known)) leaveToCatchingUp(membership);
    room.membersVersion = members[0]?.members_version ?? room.membersVersion;
  }

  function pushRows(room: Room, rows: StoredRow[]): void {
    for (const row of rows) {
      if (row.seq <= room.known) continue;
      pushRow(room, row);
      room.known = row.seq;
    }
  }

  function pushRow(room: Room, row: StoredRow): void {
    const withCopy =
      row.copies.length === 0 ? null : new Set(row.copies.map(({ identifier, device }) => `${identifier}/${device}`));
    const hasVeil = isVeiled(row);
    // One frame for all who get the same bytes: the other members and, where it differs, the author's own devices.
    const shared: { author?: WireFrame; others?: WireFrame } = {};
    for (const [identifier, { from, upTo, listeners }] of room.members) {
      if (row.seq >= upTo) leave(room, identifier);
      if (row.seq <= from || row.seq > upTo) continue;
      const whose = hasVeil && identifier === row.sender ? 'author' : 'others';
      for (const listener of listeners) {
        // The sending device already has its answer.
        if (identifier === row.sender && listener.device === row.device) continue;
        if (withCopy?.has(`${identifier}/${listener.device}`))
          listener.push(pushFrame('pushChatMessage', toRow(row, listener)));
        else listener.push((shared[whose] ??= pushFrame('pushChatMessage', toRow(row, listener))));
      }
    }
  }

  function tellTyping(
    { conversation, members }: Room,
    { identifier, typing }: { identifier: string; typing: boolean },
  ): void {
    const frame = pushFrame('pushNotify', {
      type: typing ? 'typing' : 'typingEnded',
      conversationId: conversation,
      identifier,
    });
    for (const [other, { listeners }] of members) {
      if (other === identifier) continue;
      for (const listener of listeners) listener.push(frame);
    }
  }

  function tellPreview({ listeners }: Present, { chunk, device }: { chunk: RobotMessage; device: string }): void {
    const frame = pushFrame('pushRobotMessage', chunk);
    for (const listener of listeners) if (listener.device === device) listener.pushChunk(chunk, frame);
  }

  /** After the rows before it: a device knows the question when it hears the answer. */
  function tellChunk(room: Room, chunk: RobotMessage): void {
    room.work = room.work
      .then(() => {
        const frame = pushFrame('pushRobotMessage', chunk);
        for (const { listeners } of room.members.values())
          for (const listener of listeners) listener.pushChunk(chunk, frame);
      })
      .catch(onError);
  }

  /** Sweeps: finds by reading whatever a lost hint should have announced. */
  async function sweep(): Promise<void> {
    if (present.size === 0) return;
    const last = await lastEntry(pool);
    for (const membership of await membershipsOf(pool, [...present.keys()], counted[0])) {
      if (enter(membership, firstPushed(membership))) tellChanged(membership.identifier, membership.conversation);
    }
    counted = [...counted, last].slice(-entryWindow);
    for (const { id, last_seq, members_version } of await changedRooms(pool, [...rooms.values()])) {
      const room = rooms.get(id);
      if (room) deliver(room, last_seq, members_version, []);
    }
    const { rows: untold } = await pool.query<{ identifier: string; notice_seq: number }>(
      `select p.identifier, p.notice_seq from unnest($1::text[], $2::bigint[]) as k (identifier, seq)
       join person p on p.identifier = k.identifier and p.notice_seq > k.seq`,
      [[...present.keys()], [...present.values()].map(({ noticed }) => noticed)],
    );
    for (const { identifier, notice_seq } of untold) {
      const person = present.get(identifier);
      if (person) tellInOrder(identifier, person, notice_seq);
    }
    const families = [...present.values()].flatMap(({ listeners }) => [...listeners].map(({ family }) => family));
    const { rows: ended } = await pool.query<{ id: string }>(
      'select id from family where id = any($1) and revoked_at is not null',
      [families],
    );
    if (ended.length > 0) signOut(new Set(ended.map(({ id }) => id)));
  }

  const sweepNow = () => {
    sweeping = sweeping.then(sweep).catch(onError);
  };
  const timer = setInterval(sweepNow, limits.sweepEvery);
  timer.unref();
  bus.onReconnect(sweepNow);

  return {
    /** Once this resolves the device is pushed every new row; it must catch up on earlier ones. */
    async join(listener: Listener): Promise<void> {
      const { identifier } = listener;
      const known = present.get(identifier);
      if (known) {
        known.listeners.add(listener);
        return known.entered;
      }
      const unsubscribe = bus.subscribe(subjects.person(identifier), (hint) => hear(identifier, hint));
      const person: Present = {
        listeners: new Set([listener]),
        rooms: new Set(),
        entered: Promise.resolve(),
        noticed: 0,
        telling: Promise.resolve(),
        unsubscribe,
      };
      present.set(identifier, person);
      person.entered = arrive(identifier, person);
      person.telling = person.entered.catch(() => undefined);
      return person.entered;
    },

    /** Whether this person has a device connected here. */
    isConnected: (identifier: string): boolean => present.has(identifier),

    /** News for every connected device. */
    tellAll(notify: Input<Notify>): void {
      const frame = pushFrame('pushNotify', notify);
      for (const { listeners } of present.values()) {
        for (const listener of listeners) listener.push(frame);
      }
    },

    leave(listener: Listener): void {
      const person = present.get(listener.identifier);
      if (!person?.listeners.delete(listener) || person.listeners.size > 0) return;
      person.unsubscribe();
      present.delete(listener.identifier);
      for (const room of person.rooms) {
        room.members.delete(listener.identifier);
        closeIfEmpty(room);
      }
    },

    async close(): Promise<void> {
      clearInterval(timer);
      await sweeping;
      await Promise.all([...rooms.values()].map((room) => room.work));
    },
  };
}
