// People who write and read through a load balancer while a test causes faults, and a record of what they were told.
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@amber/proto/faults';
import { expect } from 'vitest';
import type { Acknowledgement, History, Position, Reading, Session } from './checkHistory.ts';
import { connectAs, historyOf, newMessageId, type Person, sendCommand, sendText, signIn } from './client.ts';
import { scaledTimeout } from './machine.ts';
import type { SeededRandom } from './seededRandom.ts';

export interface Chat {
  id: string;
  type: 'private' | 'group';
  members: readonly Participant[];
}

/** One person with a device that writes and one that reads, because a device's own rows are not pushed to it. */
export interface Participant {
  name: string;
  writer: Person;
  reader: Person;
}

/** Signs a new person in with two devices. */
export async function participantOf(gateway: Parameters<typeof signIn>[0], name: string): Promise<Participant> {
  const writer = await signIn(gateway, { name });
  return { name, writer, reader: await signIn(gateway, { name, phone: writer.phone }) };
}

interface HistoryClientsOptions {
  chats: readonly Chat[];
  random: SeededRandom;
  /** How many messages of a person are on their way at a time. */
  writersEach?: number;
}

/** Milliseconds after which a client gives up a call and repeats it: a stopped gateway never answers. */
const callTimeout = 2_000;
const pauseAfterFailure = 20;

const isUnavailable = (error: unknown): boolean => !(error instanceof Fault) || error.code === 'UNAVAILABLE';

/** @throws Error when no answer comes in time; the call may have an effect nevertheless. */
const answerInTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(callTimeout, undefined, { ref: false }).then(() => {
      throw new Error('No answer came');
    }),
  ]);

/**
 * Repeats a call until it is answered; undefined if it is stopped before.
 * @throws Fault when the call is refused.
 */
async function untilAnswered<T>(make: () => Promise<T>, isStopped: () => boolean) {
  while (!isStopped()) {
    try {
      return await answerInTime(make());
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(pauseAfterFailure);
    }
  }
  return undefined;
}

/** What happens to a message after its acknowledgement: some clients repeat it, because they did not get it. */
const repeatShare = 0.3;

export type HistoryClients = ReturnType<typeof startHistoryClients>;

/** Starts the readers and writers at once. One that is refused stops, and `finish` throws its error. */
export function startHistoryClients({ chats, random, writersEach = 2 }: HistoryClientsOptions) {
  const acknowledgements: Acknowledgement[] = [];
  const sessions: Session[] = [];
  const readings: Reading[] = [];
  const participants = [...new Set(chats.flatMap(({ members }) => members))];
  let writing = true;
  let reading = true;
  let failure: unknown;

  async function send(conversation: string, make: (id: string) => Promise<Omit<Position, 'id'>>) {
    const id = newMessageId();
    const sentAt = performance.now();
    let acknowledgedAt: number | undefined;
    do {
      const position = await untilAnswered(
        () => make(id),
        () => false,
      );
      acknowledgedAt ??= performance.now();
      const { seq, timestamp } = position!;
      acknowledgements.push({ conversation, id, seq, timestamp, sentAt, acknowledgedAt });
    } while (random.next() < repeatShare);
    return id;
  }

  /** Alternates a message and a reaction: the first is a single statement, the second a transaction of many. */
  async function write(participant: Participant): Promise<void> {
    const { writer } = participant;
    const own = chats.filter(({ members }) => members.includes(participant));
    while (writing) {
      const { id: chat, type } = random.pick(own);
      const id = await send(chat, (to) => sendText(writer, chat, to, { id: to, type }));
      const body = { emoji: '👍', on: true };
      await send(chat, (to) => sendCommand(writer, chat, 'reaction', { id: to, targets: [id], body, type }));
      await sleep(5);
    }
  }

  /** Appends what the device does not have yet. */
  function append({ rows }: Reading, arrived: readonly Position[]): void {
    for (const { id, seq, timestamp } of arrived) if (seq > (rows.at(-1)?.seq ?? 0)) rows.push({ id, seq, timestamp });
  }

  /** What a device missed before the first row of a sync, which leaves it out if it is much. */
  async function readBetween(reader: Person, device: Reading, first: Position): Promise<Position[]> {
    const { conversation, rows } = device;
    if (first.seq <= (rows.at(-1)?.seq ?? 0) + 1) return [];
    const page = await untilAnswered(
      () => reader.api.message.history({ conversationId: conversation, beforeSeq: first.seq, limit: 200 }),
      () => !reading,
    );
    if (!page || page.rows.length === 0) return [];
    return [...(await readBetween(reader, device, page.rows[0]!)), ...page.rows];
  }

  async function catchUp(
    reader: Person,
    own: readonly Reading[],
    positions = new Map<string, number>(),
  ): Promise<void> {
    for (const { conversation, rows } of own) positions.set(conversation, rows.at(-1)?.seq ?? 0);
    const cursors = [...positions].map(([conversationId, seq]) => ({ conversationId, epoch: 1, seq }));
    const reply = await untilAnswered(
      () => reader.api.message.sync({ cursors }),
      () => !reading,
    );
    if (!reply) return;
    for (const { conversation, lastSeq } of reply.parts) positions.set(conversation!.conversionId, lastSeq);
    for (const one of own) {
      const rows = reply.parts.find(({ conversation }) => conversation?.conversionId === one.conversation)?.rows ?? [];
      append(one, rows.length > 0 ? [...(await readBetween(reader, one, rows[0]!)), ...rows] : []);
    }
    if (reply.more) await catchUp(reader, own, positions);
  }

  /** Stays connected, and catches up after each connection, as a device does. */
  async function read({ name, reader }: Participant, own: readonly Reading[]): Promise<void> {
    while (reading) {
      try {
        const socket = await connectAs(reader);
        await catchUp(reader, own);
        const opened = own.map(({ conversation, rows }): Session => ({
          reader: name,
          conversation,
          caughtUpTo: rows.at(-1)?.seq ?? 0,
          pushed: [],
          isOpen: true,
        }));
        sessions.push(...opened);
        const takePushed = () => {
          for (const row of socket.rows.splice(0)) {
            const at = own.findIndex(({ conversation }) => conversation === row.conversationId);
            if (at === -1) continue;
            opened[at]!.pushed.push({ id: row.id, seq: row.seq, timestamp: row.timestamp });
            append(own[at]!, [row]);
          }
          return socket.closed !== null || !reading;
        };
        while (!takePushed()) await sleep(10);
        for (const session of opened) session.isOpen = socket.closed === null;
        socket.close();
      } catch (error) {
        if (!isUnavailable(error) && !(error instanceof Fault && error.code === 'NO_RESPONSE')) throw error;
        await sleep(pauseAfterFailure);
      }
    }
  }

  const guard = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      failure ??= error;
      writing = false;
      reading = false;
    });
  const readers = participants.map((participant) => {
    const own = chats
      .filter(({ members }) => members.includes(participant))
      .map(({ id }): Reading => ({ reader: participant.name, conversation: id, rows: [] }));
    readings.push(...own);
    return guard(read(participant, own));
  });
  const writers = participants.flatMap((participant) =>
    Array.from({ length: writersEach }, () => guard(write(participant))),
  );

  const throwFailure = () => {
    if (failure) throw failure;
  };

  /** Everything that is stored; each conversation is read by one of its members. */
  async function readStored(): Promise<Map<string, Position[]>> {
    const all = chats.map(async ({ id, members }) => {
      const rows = await historyOf(members[0]!.writer, id);
      return [id, rows.map(({ id: row, seq, timestamp }) => ({ id: row, seq, timestamp }))] as const;
    });
    return new Map(await Promise.all(all));
  }

  return {
    /** Waits for `more` acknowledgements, so that the next fault hits messages on their way. */
    async waitForProgress(more = 20): Promise<void> {
      const before = acknowledgements.length;
      await expect
        .poll(() => failure !== undefined || acknowledgements.length > before + more, { interval: 10 })
        .toBe(true);
      throwFailure();
    },

    /** Ends the writers, gives the readers the time to read the rest, and returns everything. */
    async finish(): Promise<History> {
      writing = false;
      await Promise.all(writers);
      throwFailure();
      const stored = await readStored();
      const hasAll = () => readings.every(({ conversation, rows }) => rows.length >= stored.get(conversation)!.length);
      const until = Date.now() + scaledTimeout(20_000);
      while (!hasAll() && Date.now() < until) await sleep(20);
      reading = false;
      await Promise.all(readers);
      throwFailure();
      return { acknowledgements, sessions, readings, stored };
    },
  };
}
