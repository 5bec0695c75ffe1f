// Reports the read position to the engine, and never back.
import { engine } from '@amber/client/engine';
import { useCallback, useRef } from 'react';

/** Returns a function to call with the position of the last message that was seen. */
export function useMarkRead(conversationId: string): (seq: number) => void {
  const reportedSeq = useRef(0);
  return useCallback(
    (seq: number) => {
      if (seq <= reportedSeq.current) return;
      reportedSeq.current = seq;
      // A failed report is ignored: the next message marks this one as well.
      engine.markRead({ conversationId, seq }).catch(() => {});
    },
    [conversationId],
  );
}
