// Tells the engine what has been read, but only while somebody can be looking.
import { engine } from '@amber/client/engine';
import { useCallback, useEffect, useRef } from 'react';

/** Call the result with the last place that was in sight. */
export function useMarkRead(conversationId: string): (seq: number) => void {
  const seen = useRef(0);
  const told = useRef(0);

  const tell = useCallback(() => {
    if (document.visibilityState !== 'visible' || seen.current <= told.current) return;
    told.current = seen.current;
    // Reading is not worth a notice: the next message marks this one as well.
    engine.markRead({ conversationId, seq: seen.current }).catch(() => {});
  }, [conversationId]);

  useEffect(() => {
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [tell]);

  return useCallback(
    (seq: number) => {
      seen.current = Math.max(seen.current, seq);
      tell();
    },
    [tell],
  );
}
