// The voice source of a conversation as a hook.
import { useEffect, useState } from 'react';
import type { LoadVoiceSource, VoiceSource } from '../../kit/voiceSource.ts';

/** Returns the source once it is loaded; null before that, and where the conversation has none. */
export function useVoiceSource(load: LoadVoiceSource | undefined): VoiceSource | null {
  const [source, setSource] = useState<VoiceSource | null>(null);
  useEffect(() => {
    let isActive = true;
    // After a failure the bubble only lacks the conversion to text; the next bubble tries again.
    load?.().then(
      (loaded) => isActive && setSource(loaded),
      () => {},
    );
    return () => {
      isActive = false;
    };
  }, [load]);
  return source;
}
