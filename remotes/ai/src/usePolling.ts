// A call's latest answer, refreshed periodically, on events, and after a reconnect.
import { api, events$ } from '@amber/client/engine';
import { useSubscription } from '@amber/client/useSubscription';
import { useConnected } from '@amber/conversation-screen/useConnected';
import { Fault } from '@amber/proto/faults';
import { useCallback, useEffect, useState } from 'react';
import { filter, interval, merge } from 'rxjs';

const pollInterval = 15_000;

/** Emits when a newer answer may be available. */
const refresh$ = merge(
  interval(pollInterval),
  events$.pipe(filter((event) => event.type === 'featureNews' && event.feature === 'ai')),
);

interface Polled<Answer> {
  /** The latest answer; null before the first. */
  answer: Answer | null;
  /** Why the latest attempt failed; null if it succeeded. */
  fault: Fault | null;
}

/** `load` must be the same function at every render. */
export function usePolling<Answer>(load: () => Promise<Answer>): Polled<Answer> & { refetch(): Promise<void> } {
  const [polled, setPolled] = useState<Polled<Answer>>({ answer: null, fault: null });
  const refetch = useCallback(
    () =>
      load().then(
        (answer) => setPolled({ answer, fault: null }),
        (thrown: unknown) => setPolled(({ answer }) => ({ answer, fault: Fault.of(thrown) })),
      ),
    [load],
  );
  useEffect(() => void refetch(), [refetch]);
  useSubscription(refresh$, () => void refetch());
  useConnected((isFirst) => {
    if (!isFirst || polled.fault) void refetch();
  });
  return { ...polled, refetch };
}

/** Fetches the people who wait for a human, and the chats that I have taken. */
export const fetchQueue = () => api.aiBot.agentQueue({});
