// Whether anything is read aloud on this page.
import { useCallback, useSyncExternalStore } from 'react';
import type { SpeechService } from './useMessageSpeech.ts';

/** It rerenders only when reading begins or ends. */
export function useIsReading(speech: SpeechService | undefined): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const subscription = speech?.state$.subscribe(changed);
      return () => subscription?.unsubscribe();
    },
    [speech],
  );
  const read = () => Boolean(speech?.state$.value.track);
  return useSyncExternalStore(subscribe, read, read);
}
