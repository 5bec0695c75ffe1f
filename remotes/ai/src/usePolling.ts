// What a call has answered, kept while it is asked again: by the clock, on news, and when the connection is back.
import { api, engineState$, events$ } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useCallback, useEffect, useState } from 'react';
import { distinctUntilChanged, filter, interval, map, merge } from 'rxjs';

const pollInterval = 15_000;

interface Polled<Answer> {
  /** The newest that came; null before the first. */
  answer: Answer | null;
  /** Why the newest attempt failed; null where it has not. */
  fault: Fault | null;
}

/** `ask` must be the same function while the same is asked. */
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
      // At first it is open, or opens with the first attempt.
      filter((isOpen, at) => isOpen && at > 0),
    );
    const subscription = merge(interval(pollInterval), featureEvents$, reconnected$).subscribe(() => void refetch());
    return () => subscription.unsubscribe();
  }, [refetch]);
  const isOutdated = polled.load !== load;
  return { answer: isOutdated ? null : polled.answer, fault: isOutdated ? null : polled.fault, refetch };
}

/** Who waits for a human, and whom I answer. */
export const fetchQueue = () => api.aiBot.agentQueue({});
