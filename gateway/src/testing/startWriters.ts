// Writers that send without pause while a test causes faults, and a record of what was confirmed to them.
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@amber/proto/faults';
import { expect } from 'vitest';
import { apiOf, sendCommand, historyOf, newMessageId, sendText, type Person } from './client.ts';

type MessagePosition = Pick<Awaited<ReturnType<typeof sendText>>, 'seq' | 'timestamp'>;

interface WriterOptions {
  chat: string;
  /** The people who write; each has several messages in flight. */
  people: readonly Person[];
  /** The gateway's current address. */
  url(): string;
  writersEach?: number;
}

export type Writers = ReturnType<typeof startWriters>;

/**
 * Starts the writers at once. A writer that is refused by anything but UNAVAILABLE or a stale token stops; `stop`
 * throws its error.
 */
export function startWriters({ chat, people, url, writersEach = 4 }: WriterOptions) {
  const confirmed = new Map<string, MessagePosition>();
  const movedIds: string[] = [];
  let stopped = false;
  const current = (person: Person): Person => ({ ...person, url: url(), api: apiOf(url(), person.tokens.token) });

  /** Alternates a message and a reaction: the first is a single statement, the second a transaction of many. */
  async function write(person: Person): Promise<void> {
    while (!stopped) {
      const id = newMessageId();
      await sendUntilConfirmed(person, id, () => sendText(current(person), chat, id, { id }));
      const reaction = newMessageId();
      await sendUntilConfirmed(person, reaction, () =>
        sendCommand(current(person), chat, 'reaction', {
          id: reaction,
          targets: [id],
          body: { emoji: '👍', on: true },
          type: 'private',
        }),
      );
    }
  }

  const refreshing = new Map<Person, Promise<void>>();

  /** Refreshes a person's token when the test outlasts it; all writers of the person share one refresh. */
  function refresh(person: Person): Promise<void> {
    const pendingRefresh =
      refreshing.get(person) ??
      current(person)
        .api.user.refreshToken({ refreshToken: person.tokens.refreshToken })
        .then((tokens) => void Object.assign(person.tokens, tokens))
        .finally(() => refreshing.delete(person));
    refreshing.set(person, pendingRefresh);
    return pendingRefresh;
  }

  /** Resends unconfirmed messages, and now and then a confirmed one. */
  async function sendUntilConfirmed(person: Person, id: string, send: () => Promise<MessagePosition>): Promise<void> {
    while (!stopped) {
      try {
        const { seq, timestamp } = await send();
        const before = confirmed.get(id);
        if (before && (before.seq !== seq || before.timestamp !== timestamp)) movedIds.push(id);
        confirmed.set(id, { seq, timestamp });
        if (before || Math.random() < 0.7) break;
      } catch (error) {
        if (error instanceof Fault && error.kind === 'session') await refresh(person).catch(() => {});
        else if (error instanceof Fault && error.code !== 'UNAVAILABLE') throw error;
        await sleep(20);
      }
    }
  }
  const writing = Promise.all(people.flatMap((person) => Array.from({ length: writersEach }, () => write(person))));
  writing.catch(() => {
    stopped = true;
  });

  return {
    confirmed,
    /** Waits for `more` confirmations, so that the next fault hits sends in flight. */
    async waitForProgress(more = 10): Promise<void> {
      const before = confirmed.size;
      await expect.poll(() => stopped || confirmed.size > before + more, { interval: 5 }).toBe(true);
      if (stopped) await writing;
    },
    async stop(): Promise<void> {
      stopped = true;
      await writing;
    },
    /** Checks that each confirmed message is stored once at its position, without gaps. Returns the row count. */
    async check(reader: Person): Promise<number> {
      const rows = new Map<string, MessagePosition>();
      const seqs: number[] = [];
      for (const { id, seq, timestamp } of await historyOf(current(reader), chat)) {
        expect(rows.has(id)).toBe(false);
        rows.set(id, { seq, timestamp });
        seqs.push(seq);
      }
      expect(movedIds).toEqual([]);
      expect(seqs).toEqual(seqs.map((_, n) => n + 1));
      for (const [id, position] of confirmed) expect(rows.get(id)).toEqual(position);
      return rows.size;
    },
  };
}
