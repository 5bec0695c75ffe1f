// A hook for the result of a call: loading, ready or error, and how to refetch.
import { Fault } from '@amber/proto/faults';
import { useCallback, useEffect, useState } from 'react';

export type QueryState<Answer> =
  | { status: 'loading' }
  | { status: 'ready'; answer: Answer }
  | { status: 'error'; fault: Fault };

/**
 * Fetches when the component mounts and whenever one of `deps` changes; answers to outdated requests are dropped.
 * Until then the previous answer stays: a screen whose subject changes needs a key.
 */
export function useQuery<Answer>(
  fetchAnswer: () => Promise<Answer>,
  deps: readonly unknown[],
): [QueryState<Answer>, () => void] {
  const [state, setState] = useState<QueryState<Answer>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    fetchAnswer().then(
      (answer) => isCurrent && setState({ status: 'ready', answer }),
      (thrown: unknown) => isCurrent && setState({ status: 'error', fault: Fault.of(thrown) }),
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ask` is a new function at every render; deps say what it depends on
  }, [...deps, attempt]);
  const refetch = useCallback(() => {
    setState((now) => (now.status === 'error' ? { status: 'loading' } : now));
    setAttempt((now) => now + 1);
  }, []);
  return [state, refetch];
}
