// What a call has answered, kept while it is asked again: by the clock, on news, and when the connection is back.
import { api, engineState$, events$ } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useCallback, useEffect, useState } from 'react';
import { distinctUntilChanged, filter, interval, map, merge } from 'rxjs';

const every = 15_000;

interface Fresh<Answer> {
  /** The newest that came; null before the first. */
  answer: Answer | null;
  /** Why the newest attempt failed; null where it has not. */
  fault: Fault | null;
}

/** `ask` must be the same function while the same is asked. */
export function useFresh<Answer>(ask: () => Promise<Answer>): Fresh<Answer> & { again(): Promise<void> } {
  const [fresh, setFresh] = useState<Fresh<Answer> & { ask: typeof ask }>({ ask, answer: null, fault: null });
  const again = useCallback(
    () =>
      ask().then(
        (answer) => setFresh({ ask, answer, fault: null }),
        (thrown: unknown) =>
          setFresh((before) => ({ ask, answer: before.ask === ask ? before.answer : null, fault: Fault.of(thrown) })),
      ),
    [ask],
  );
  useEffect(() => {
    void again();
    const news = events$.pipe(filter((event) => event.type === 'featureNews' && event.feature === 'ai'));
    const back = engineState$.pipe(
      map((state) => state?.connection.status === 'open'),
      distinctUntilChanged(),
      // At first it is open, or opens with the first attempt.
      filter((isOpen, at) => isOpen && at > 0),
    );
    const asking = merge(interval(every), news, back).subscribe(() => void again());
    return () => asking.unsubscribe();
  }, [again]);
  const isOther = fresh.ask !== ask;
  return { answer: isOther ? null : fresh.answer, fault: isOther ? null : fresh.fault, again };
}

/** Who waits for a human, and whom I answer. */
export const askQueue = () => api.aiBot.agentQueue({});
