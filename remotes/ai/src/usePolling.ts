// A call's latest answer, refreshed periodically, on events, and after a reconnect.
import { api, engineState$, events$ } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useCallback, useEffect, useState } from 'react';
import { distinctUntilChanged, filter, interval, map, merge } from 'rxjs';

const pollInterval = 15_000;

interface Polled<Answer> {
  /** The latest answer; null before the first. */
  answer: Answer | null;
  /** Why the latest attempt failed; null if it succeeded. */
  fault: Fault | null;
}

/** `load` must keep its identity between renders; a new function is a new query. */
export function usePolling<Answer>(load: () => Promise<Answer>): Polled<Answer> & { refetch(): Promise<void> } {
  const [polled, setPolled] = useState<Polled<Answer> & { load: typeof load }>({ load, answer: null, fault: null });
  const refetch = useCallback(
    () =>
      load().then(
        (answer) => setPolled({ load, answer, fault: null }),
        (thrown: unknown) =>
          setPolled((before) => ({
            load,
            answer: before.load === load ? before.answer : null,
            fault: Fault.of(thrown),
          })),
      ),
    [load],
  );
  useEffect(() => {
    void refetch();
    const featureEvents$ = events$.pipe(filter((event) => event.type === 'featureNews' && event.feature === 'ai'));
    const reconnected$ = engineState$.pipe(
      map((state) => state?.connection.status === 'open'),
      distinctUntilChanged(),
      // The initial state needs no refetch, because the first load has just started.
      filter((isOpen, at) => isOpen && at > 0),
    );
    const subscription = merge(interval(pollInterval), featureEvents$, reconnected$).subscribe(() => void refetch());
    return () => subscription.unsubscribe();
  }, [refetch]);
  const isOutdated = polled.load !== load;
  return { answer: isOutdated ? null : polled.answer, fault: isOutdated ? null : polled.fault, refetch };
}

/** Fetches the people who wait for a human, and the chats that I have taken. */
export const fetchQueue = () => api.aiBot.agentQueue({});
