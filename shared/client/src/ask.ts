// What a call has answered, for a screen: loading, ready or error, and how to ask again.
import { Fault } from '@amber/proto/faults';
import { useCallback, useEffect, useState } from 'react';

export type Asked<Answer> =
  | { status: 'loading' }
  | { status: 'ready'; answer: Answer }
  | { status: 'error'; fault: Fault };

/**
 * Asks when the component appears and whenever one of `deps` changes; an answer to an earlier question is dropped.
 * What was answered stays while the same is asked again.
 */
export function useAsk<Answer>(ask: () => Promise<Answer>, deps: readonly unknown[]): [Asked<Answer>, () => void] {
  const [asked, setAsked] = useState<Asked<Answer>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let wanted = true;
    ask().then(
      (answer) => wanted && setAsked({ status: 'ready', answer }),
      (thrown: unknown) => wanted && setAsked({ status: 'error', fault: Fault.of(thrown) }),
    );
    return () => {
      wanted = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ask` is a new function at every render; deps say what it depends on
  }, [...deps, attempt]);
  const again = useCallback(() => {
    setAsked((now) => (now.status === 'error' ? { status: 'loading' } : now));
    setAttempt((now) => now + 1);
  }, []);
  return [asked, again];
}
