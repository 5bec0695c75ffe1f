// Reports which messages the reader has seen, while the page is in front of them.
import { isInFront } from '@amber/ui/isInFront';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';

/** In milliseconds. What passes by faster is not read. */
const lookInterval = 250;

/** A separate chunk, because the first frame needs it not. */
const loadLook = () => import(/* webpackChunkName: "messageParts" */ './lookAtRows.ts');

interface SeenRowsPorts {
  rows: readonly TimelineRow[];
  log: RefObject<HTMLElement | null>;
  /** The position at which the timeline holds a row while it opens or jumps; nothing is seen until it has settled. */
  scrollAnchor: RefObject<unknown>;
  /** Whether the newest message is in view. */
  isEndVisible: boolean;
  onSeen(seq: number): void;
}

/** Where the 'New' line is. */
export type NewLinePlace = 'none' | 'above' | 'inView' | 'below';

/** Returns where the 'New' line is, and a function to call after every scroll. */
export function useSeenRows({ rows, log, scrollAnchor, isEndVisible, onSeen }: SeenRowsPorts) {
  const [newLine, setNewLine] = useState<NewLinePlace>('none');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const lastSeq = useMemo(() => rows.reduce((most, { message }) => Math.max(most, message.seq), 0), [rows]);

  const report = useStableCallback((seq: number) => {
    // A page behind another one is not read, and neither is a timeline behind a panel.
    if (seq > 0 && isInFront() && log.current!.clientHeight > 0) onSeen(seq);
  });
  const look = useStableCallback(({ lookAtRows }: Awaited<ReturnType<typeof loadLook>>) => {
    if (!log.current) return;
    const { lastSeen, newLine: place } = lookAtRows(log.current, rows);
    setNewLine(place);
    report(isEndVisible ? lastSeq : lastSeen);
  });
  const schedule = useStableCallback(() => {
    const lookOnceSettled = () => {
      const isSettled = scrollAnchor.current === null || scrollAnchor.current === 'end';
      if (isSettled) {
        timer.current = undefined;
        // Without its code, the next scrolling tries again.
        void loadLook().then(look, () => {});
      } else timer.current = setTimeout(lookOnceSettled, lookInterval);
    };
    timer.current ??= setTimeout(lookOnceSettled, lookInterval);
  });

  // At the end a new message is read at once, so that a quick answer to it says so.
  useEffect(() => {
    if (isEndVisible) report(lastSeq);
    schedule();
  }, [schedule, report, rows, lastSeq, isEndVisible]);
  useEffect(() => {
    const observer = new ResizeObserver(schedule);
    if (log.current) observer.observe(log.current);
    addEventListener('focus', schedule);
    document.addEventListener('visibilitychange', schedule);
    return () => {
      observer.disconnect();
      removeEventListener('focus', schedule);
      document.removeEventListener('visibilitychange', schedule);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [schedule, log]);
  return { newLine, onScroll: schedule };
}
