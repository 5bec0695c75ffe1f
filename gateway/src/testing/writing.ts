// Writers that send without pause while a test breaks something, and the account of what was confirmed to them.
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@amber/proto/faults';
import { expect } from 'vitest';
import { apiOf, give, historyOf, newMessageId, sendText, type Person } from './client.ts';

type Place = Pick<Awaited<ReturnType<typeof sendText>>, 'seq' | 'timestamp'>;

interface WritingOptions {
  chat: string;
  /** Who writes: each with several messages on the way at a time. */
  people: readonly Person[];
  /** Where the gateway is found at the moment. */
  url(): string;
  writersEach?: number;
}

export type Writing = ReturnType<typeof startWriting>;

/** Begins at once. A writer that is refused in any way but UNAVAILABLE or by a stale token ends, which `stop` throws. */
export function startWriting({ chat, people, url, writersEach = 4 }: WritingOptions) {
  const confirmed = new Map<string, Place>();
  const moved: string[] = [];
  let stopped = false;
  const current = (person: Person): Person => ({ ...person, url: url(), api: apiOf(url(), person.tokens.token) });

  /** One message and a reaction to it after the other: a statement alone, and a transaction of many. */
  async function write(person: Person): Promise<void> {
    while (!stopped) {
      const id = newMessageId();
      await insist(person, id, () => sendText(current(person), chat, id, { id }));
      const reaction = newMessageId();
      await insist(person, reaction, () =>
        give(current(person), chat, 'reaction', {
          id: reaction,
          targets: [id],
          body: { emoji: '👍', on: true },
          type: 'private',
        }),
      );
    }
  }

  const refreshing = new Map<Person, Promise<void>>();

  /** A fresh token, where the writing outlasts one; asked for once by all writers of a person. */
  function refresh(person: Person): Promise<void> {
    const asked =
      refreshing.get(person) ??
      current(person)
        .api.user.refreshToken({ refreshToken: person.tokens.refreshToken })
        .then((tokens) => void Object.assign(person.tokens, tokens))
        .finally(() => refreshing.delete(person));
    refreshing.set(person, asked);
    return asked;
  }

  /** What is not confirmed is sent again, and now and then what is. */
  async function insist(person: Person, id: string, send: () => Promise<Place>): Promise<void> {
    while (!stopped) {
      try {
        const { seq, timestamp } = await send();
        const before = confirmed.get(id);
        if (before && (before.seq !== seq || before.timestamp !== timestamp)) moved.push(id);
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
    /** Waits until some more are confirmed, so that what comes next meets sends on their way. */
    async goesOn(more = 10): Promise<void> {
      const before = confirmed.size;
      await expect.poll(() => stopped || confirmed.size > before + more, { interval: 5 }).toBe(true);
      if (stopped) await writing;
    },
    async stop(): Promise<void> {
      stopped = true;
      await writing;
    },
    /** Everything that was confirmed lies where it was confirmed, once, and no place is empty. Returns how many rows there are. */
    async check(reader: Person): Promise<number> {
      const rows = new Map<string, Place>();
      const seqs: number[] = [];
      for (const { id, seq, timestamp } of await historyOf(current(reader), chat)) {
        expect(rows.has(id)).toBe(false);
        rows.set(id, { seq, timestamp });
        seqs.push(seq);
      }
      expect(moved).toEqual([]);
      expect(seqs).toEqual(seqs.map((_, n) => n + 1));
      for (const [id, place] of confirmed) expect(rows.get(id)).toEqual(place);
      return rows.size;
    },
  };
}
