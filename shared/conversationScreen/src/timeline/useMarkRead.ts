// Reports the read position to the engine, at most once a second, and never back.
import { engine } from '@amber/client/engine';
import { useCallback, useEffect, useRef } from 'react';

/** In milliseconds. A reader who scrolls advances with every row. */
const reportInterval = 1_000;

/** Returns a function to call with the position of the last message that was seen. */
export function useMarkRead(conversationId: string): (seq: number) => void {
  const seenSeq = useRef(0);
  const reportedSeq = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const report = useCallback(() => {
    if (seenSeq.current <= reportedSeq.current) return;
    reportedSeq.current = seenSeq.current;
    // A failed report is ignored: the next message marks this one as well.
    engine.markRead({ conversationId, seq: seenSeq.current }).catch(() => {});
  }, [conversationId]);

  useEffect(() => {
    const flush = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      report();
    };
    document.addEventListener('visibilitychange', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [report]);

  return useCallback(
    (seq: number) => {
      seenSeq.current = Math.max(seenSeq.current, seq);
      if (timer.current !== undefined) return;
      report();
      timer.current = setTimeout(() => {
        timer.current = undefined;
        report();
      }, reportInterval);
    },
    [report],
  );
}
