// What a call answered, kept for when it is looked at again or the connection is gone.
import { useSession } from '@amber/client/session';
import { Fault } from '@amber/proto/faults';
import { useCallback, useEffect, useState } from 'react';

interface Kept<Answer> {
  /** The last answer, also while a newer one is asked for. */
  answer: Answer | undefined;
  /** When it came. */
  at: number;
  /** Why the last call failed. */
  fault: Fault | null;
}

const kept = new Map<string, { answer: unknown; at: number }>();
const mostKept = 50;

function keep(key: string, answer: unknown): number {
  const at = Date.now();
  kept.delete(key);
  kept.set(key, { answer, at });
  if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
  return at;
}

/**
 * `question` names it; with another one, or after `again`, it is asked anew. Each account, and who is signed out, has
 * answers of its own.
 */
export function useKept<Answer>(
  question: string,
  ask: () => Promise<Answer>,
): [Kept<Answer>, again: () => void, set: (answer: Answer) => void] {
  const key = `${useSession()?.identifier ?? ''} ${question}`;
  const stored = () => ({
    key,
    answer: kept.get(key)?.answer as Answer | undefined,
    at: kept.get(key)?.at ?? 0,
    fault: null as Fault | null,
  });
  const [state, setState] = useState(stored);
  const [attempt, setAttempt] = useState(0);
  const set = useCallback((answer: Answer) => setState({ key, answer, at: keep(key, answer), fault: null }), [key]);
  useEffect(() => {
    let isWanted = true;
    ask().then(
      (answer) => isWanted && set(answer),
      (thrown: unknown) =>
        isWanted && setState((now) => ({ ...(now.key === key ? now : stored()), fault: Fault.of(thrown) })),
    );
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ask` is a new function at every render; the key says what it asks
  }, [key, attempt]);
  const again = useCallback(() => setAttempt((now) => now + 1), []);
  return [state.key === key ? state : stored(), again, set];
}
