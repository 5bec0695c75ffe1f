// A query whose last answer is cached, for later visits and for when the connection is down.
import { useSession } from '@amber/client/session';
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

const cache = new Map<string, { answer: unknown; at: number }>();
const cacheMax = 50;

function storeAnswer(key: string, answer: unknown): number {
  const at = Date.now();
  cache.delete(key);
  cache.set(key, { answer, at });
  if (cache.size > cacheMax) cache.delete(cache.keys().next().value!);
  return at;
}

/**
 * `queryKey` identifies the query; a new key, or a call of `again`, loads it again. Answers are cached per account, and
 * separately for visitors.
 */
export function useCachedQuery<Answer>(
  queryKey: string,
  load: () => Promise<Answer>,
): [CachedQuery<Answer>, again: () => void, set: (answer: Answer) => void] {
  const key = `${useSession()?.identifier ?? ''} ${queryKey}`;
  const readCached = () => ({
    key,
    answer: cache.get(key)?.answer as Answer | undefined,
    at: cache.get(key)?.at ?? 0,
    fault: null as Fault | null,
  });
  const [state, setState] = useState(readCached);
  const [attempt, setAttempt] = useState(0);
  const set = useCallback(
    (answer: Answer) => setState({ key, answer, at: storeAnswer(key, answer), fault: null }),
    [key],
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
