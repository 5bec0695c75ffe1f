// Whether a message is being read aloud, and how far the player is.
import type { HostSound, SpeechState } from '@amber/client/sound';
import { useCallback, useSyncExternalStore } from 'react';

export type SpeechService = NonNullable<HostSound['speech']>;
export type MessageSpeech = 'silent' | Exclude<SpeechState['status'], 'failed'> | { fault: string };

/** Returns the state of one message; it rerenders only when that changes, not with each sample. */
export function useMessageSpeech({ state$ }: SpeechService, id: string): MessageSpeech {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = state$.subscribe(changed);
      return () => subscription.unsubscribe();
    },
    [state$],
  );
  const read = (): string => {
    const { track, status, fault } = state$.value;
    return track?.id !== id ? 'silent' : status === 'failed' ? `failed ${fault}` : status;
  };
  const current = useSyncExternalStore(subscribe, read, read);
  return current.startsWith('failed ') ? { fault: current.slice(7) } : (current as MessageSpeech);
}
