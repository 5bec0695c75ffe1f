// A query whose last answer is cached, for later visits and for when the connection is down.
import { useSession } from '@amber/client/session';
import { storedJson, storeText } from '@amber/client/storage';
import { Fault } from '@amber/proto/faults';
import { useCallback, useEffect, useState } from 'react';

interface CachedQuery<Answer> {
  /** The last answer, also while a newer one loads. */
  answer: Answer | undefined;
  /** When the answer arrived, in milliseconds since 1970. */
  at: number;
  /** Why the last call failed. */
  fault: Fault | null;
}

/** How an answer is stored in the browser. */
interface StoredForm<Answer> {
  /** Returns the part of the answer that is worth its space. */
  toStored(answer: Answer): unknown;
  /** Reads what this or another build has stored. Undefined if it cannot be read. */
  fromStored(stored: object): Answer | undefined;
}

interface CacheEntry {
  answer: unknown;
  at: number;
}

const cache = new Map<string, CacheEntry>();
const cacheMax = 50;

/** The entries that survive a reload are in the browser's storage, below the account's identifier. */
const storageKeyOf = (key: string): string => `amber-airdrop ${key}`;

function readEntry<Answer>(key: string, stored?: StoredForm<Answer>): CacheEntry | undefined {
  const cached = cache.get(key);
  if (cached || !stored) return cached;
  const { answer, at } = (storedJson(storageKeyOf(key)) ?? {}) as Partial<CacheEntry>;
  if (typeof at !== 'number' || typeof answer !== 'object' || answer === null) return undefined;
  const read = stored.fromStored(answer);
  return read && { answer: read, at };
}

function storeAnswer<Answer>(key: string, answer: Answer, stored?: StoredForm<Answer>): number {
  const at = Date.now();
  if (stored) storeText(storageKeyOf(key), JSON.stringify({ answer: stored.toStored(answer), at }));
  cache.delete(key);
  cache.set(key, { answer, at });
  if (cache.size > cacheMax) cache.delete(cache.keys().next().value!);
  return at;
}

/**
 * `queryKey` identifies the query; a new key, or a call of `again`, loads it again. Answers are cached per account, and
 * separately for visitors. With `stored` the last answer also survives a reload.
 */
export function useCachedQuery<Answer>(
  queryKey: string,
  load: () => Promise<Answer>,
  stored?: StoredForm<Answer>,
): [CachedQuery<Answer>, again: () => void, set: (answer: Answer) => void] {
  const key = `${useSession()?.identifier ?? ''} ${queryKey}`;
  const readCached = () => {
    const entry = readEntry(key, stored);
    return { key, answer: entry?.answer as Answer | undefined, at: entry?.at ?? 0, fault: null as Fault | null };
  };
  const [state, setState] = useState(readCached);
  const [attempt, setAttempt] = useState(0);
  const set = useCallback(
    (answer: Answer) => setState({ key, answer, at: storeAnswer(key, answer, stored), fault: null }),
    [key, stored],
  );
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (answer) => isCurrent && set(answer),
      (thrown: unknown) =>
        isCurrent && setState((now) => ({ ...(now.key === key ? now : readCached()), fault: Fault.of(thrown) })),
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ask` is a new function at every render; the key says what it asks
  }, [key, attempt]);
  const again = useCallback(() => setAttempt((now) => now + 1), []);
  return [state.key === key ? state : readCached(), again, set];
}
