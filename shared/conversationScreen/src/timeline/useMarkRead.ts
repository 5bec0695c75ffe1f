// Reports the read position to the engine, but only while the page is visible.
import { engine } from '@amber/client/engine';
import { useCallback, useEffect, useRef } from 'react';

/** Returns a function to call with the last visible position. */
export function useMarkRead(conversationId: string): (seq: number) => void {
  const seenSeq = useRef(0);
  const reportedSeq = useRef(0);

  const reportRead = useCallback(() => {
    if (document.visibilityState !== 'visible' || seenSeq.current <= reportedSeq.current) return;
    reportedSeq.current = seenSeq.current;
    // A failed report is ignored: the next message marks this one as well.
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
