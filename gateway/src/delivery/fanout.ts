// Brings new rows to every connected device that may see them. Hints make it quick; a sweep makes it certain.
import type { Input, Notify } from '@amber/proto';
import type { Limits } from '@amber/proto/limits';
import type pg from 'pg';
import { subjects, type Bus, type Hint } from '../bus.ts';
import type { Clock } from '../clock.ts';
import { pushFrame, type WireFrame } from '../socket/wireFrame.ts';
import { changedRooms, membersOf, membershipsOf, type Membership, type Room } from './rooms.ts';
import { readRows, toRow, type StoredRow } from './storedRows.ts';

/** A connected device. */
export interface Listener {
  identifier: string;
  device: string;
  family: string;
  push(frame: WireFrame): void;
  /** Its session has ended. */
  signOut(): void;
}

interface FanoutPorts {
  pool: pg.Pool;
  bus: Bus;
  clock: Clock;
  limits: Limits;
  onError(error: unknown): void;
}

export type Fanout = ReturnType<typeof createFanout>;

export function createFanout({ pool, bus, clock, limits, onError }: FanoutPorts) {
  const present = new Map<string, { listeners: Set<Listener>; rooms: Set<Room>; entered: Promise<void>; unsubscribe(): void }>();
  const rooms = new Map<string, Room>();
  let sweeping: Promise<void> = Promise.resolve();

  bus.subscribe(subjects.sessions, (hint) => {
    if (hint.kind === 'revoked') signOut(new Set([hint.family]));
  });

  function signOut(families: Set<string>): void {
    for (const { listeners } of present.values()) {
      for (const listener of listeners) if (families.has(listener.family)) listener.signOut();
    }
  }

  function hear(identifier: string, hint: Hint): void {
    if (hint.kind === 'membership') void enterRooms(identifier, 'joined_seq').catch(onError);
    if (hint.kind !== 'notice') return;
    const frame = pushFrame('pushNotify', hint.notify);
    for (const listener of present.get(identifier)?.listeners ?? []) {
      if (listener.device !== hint.exceptDevice) listener.push(frame);
    }
  }

  /** A person's rooms. What lies before `from` is left to the device's own catching up. */
  async function enterRooms(identifier: string, from: 'last_seq' | 'joined_seq'): Promise<void> {
    for (const membership of await membershipsOf(pool, [identifier])) enter(membership, membership[from]);
  }

  function enter(membership: Membership, known: number): boolean {
    const person = present.get(membership.identifier);
    if (!person) return false;
    const room = rooms.get(membership.conversation) ?? openRoom(membership, known);
    const isNew = !room.members.has(membership.identifier);
    room.members.set(membership.identifier, membership.joined_seq);
    person.rooms.add(room);
    return isNew;
  }

  function openRoom({ conversation, members_version }: Membership, known: number): Room {
    const room: Room = {
      conversation, known, membersVersion: members_version, members: new Map(), work: Promise.resolve(),
      unsubscribe: bus.subscribe(subjects.conversation(conversation), (hint) => {
        if (hint.kind === 'rows') deliver(room, hint.toSeq, hint.membersVersion, hint.rows);
        if (hint.kind === 'typing') tellTyping(room, hint);
      }),
    };
    rooms.set(conversation, room);
    return room;
  }

  function closeIfEmpty(room: Room): void {
    if (room.members.size > 0) return;
    room.unsubscribe();
    rooms.delete(room.conversation);
  }

  function deliver(room: Room, toSeq: number, membersVersion: number, rows: StoredRow[]): void {
    room.work = room.work.then(async () => {
      if (membersVersion > room.membersVersion) await refreshMembers(room);
      if (rows[0]?.seq === room.known + 1) return pushRows(room, rows);
      while (room.known < toSeq && room.members.size > 0) {
        const read = await readRows(pool, {
          stretches: [{ conversation: room.conversation, after: room.known, upTo: toSeq }],
          identifiers: [...room.members.keys()], perConversation: limits.syncPage, total: limits.syncPage,
        });
        if (read.length === 0) return;
        pushRows(room, read);
      }
    }).catch(onError);
  }

  async function refreshMembers(room: Room): Promise<void> {
    const members = await membersOf(pool, room.conversation);
    const current = new Set(members.map(({ identifier }) => identifier));
    for (const identifier of room.members.keys()) {
      if (current.has(identifier)) continue;
      room.members.delete(identifier);
      present.get(identifier)?.rooms.delete(room);
    }
    for (const membership of members) enter(membership, room.known);
    room.membersVersion = members[0]?.members_version ?? room.membersVersion;
    closeIfEmpty(room);
  }

  function pushRows(room: Room, rows: StoredRow[]): void {
    for (const row of rows) {
      if (row.seq <= room.known) continue;
      pushRow(room, row);
      room.known = row.seq;
    }
  }

  function pushRow(room: Room, row: StoredRow): void {
    const withCopy = new Set(row.copies.map(({ identifier, device }) => `${identifier}/${device}`));
    // One frame for all who get the same bytes.
    let shared: WireFrame | undefined;
    for (const [identifier, joinedSeq] of room.members) {
      if (row.seq <= joinedSeq) continue;
      for (const listener of present.get(identifier)?.listeners ?? []) {
        // The sending device has its answer.
        if (identifier === row.sender && listener.device === row.device) continue;
        if (withCopy.has(`${identifier}/${listener.device}`)) listener.push(pushFrame('pushChatMessage', toRow(row, listener)));
        else listener.push(shared ??= pushFrame('pushChatMessage', toRow(row, listener)));
      }
    }
  }

  function tellTyping({ conversation, members }: Room, { identifier, typing }: { identifier: string; typing: boolean }): void {
    const frame = pushFrame('pushNotify', { type: typing ? 'typing' : 'typingEnded', conversationId: conversation, identifier });
    for (const other of members.keys()) {
      if (other === identifier) continue;
      for (const listener of present.get(other)?.listeners ?? []) listener.push(frame);
    }
  }

  /** Finds by reading what a hint should have told. */
  async function sweep(): Promise<void> {
    if (present.size === 0) return;
    const since = clock() - 5 * limits.sweepEvery;
    for (const membership of await membershipsOf(pool, [...present.keys()], since)) {
      const { identifier, conversation } = membership;
      if (enter(membership, membership.joined_seq)) hear(identifier, { kind: 'notice', notify: { type: 'conversationChanged', conversationId: conversation, identifier } });
    }
    for (const { id, last_seq, members_version } of await changedRooms(pool, [...rooms.values()])) {
      const room = rooms.get(id);
      if (room) deliver(room, last_seq, members_version, []);
    }
    const families = [...present.values()].flatMap(({ listeners }) => [...listeners].map(({ family }) => family));
    const { rows: ended } = await pool.query<{ id: string }>('select id from family where id = any($1) and revoked_at is not null', [families]);
    if (ended.length > 0) signOut(new Set(ended.map(({ id }) => id)));
  }

  const sweepNow = () => { sweeping = sweeping.then(sweep).catch(onError); };
  const timer = setInterval(sweepNow, limits.sweepEvery);
  timer.unref();
  bus.onReconnect(sweepNow);

  return {
    /** From when this resolves the device hears of every row; what came before it must catch up on. */
    async join(listener: Listener): Promise<void> {
      const { identifier } = listener;
      const known = present.get(identifier);
      if (known) {
        known.listeners.add(listener);
        return known.entered;
      }
      const unsubscribe = bus.subscribe(subjects.person(identifier), (hint) => hear(identifier, hint));
      const person = { listeners: new Set([listener]), rooms: new Set<Room>(), entered: Promise.resolve(), unsubscribe };
      present.set(identifier, person);
      person.entered = enterRooms(identifier, 'last_seq');
      return person.entered;
    },

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
