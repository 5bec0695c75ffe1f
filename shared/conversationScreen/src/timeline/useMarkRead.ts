// Tells the engine what has been read, but only while somebody can be looking.
import { engine } from '@amber/client/engine';
import { useCallback, useEffect, useRef } from 'react';

/** Call the result with the last place that was in sight. */
export function useMarkRead(conversationId: string): (seq: number) => void {
  const seenSeq = useRef(0);
  const reportedSeq = useRef(0);

  const reportRead = useCallback(() => {
    if (document.visibilityState !== 'visible' || seenSeq.current <= reportedSeq.current) return;
    reportedSeq.current = seenSeq.current;
    // Reading is not worth a notice: the next message marks this one as well.
    engine.markRead({ conversationId, seq: seenSeq.current }).catch(() => {});
  }, [conversationId]);

  useEffect(() => {
    document.addEventListener('visibilitychange', reportRead);
    return () => document.removeEventListener('visibilitychange', reportRead);
  }, [reportRead]);

  return useCallback(
    (seq: number) => {
      seenSeq.current = Math.max(seenSeq.current, seq);
      reportRead();
    },
    [reportRead],
  );
}
