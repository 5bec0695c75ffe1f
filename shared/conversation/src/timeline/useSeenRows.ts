// Reports which messages the reader has seen, while the page is in front of them.
import { isInFront } from '@amber/ui/isInFront';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';
import { lastSeenSeq, type PlacedRow } from './lastSeenSeq.ts';

/** In milliseconds. What passes by faster is not read. */
const lookInterval = 250;

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
  const look = useStableCallback(() => {
    timer.current = undefined;
    if (!log.current) return;
    const view = log.current.getBoundingClientRect();
    const byId = new Map(rows.map((row) => [row.message.id, row]));
    const placed: PlacedRow[] = [];
    let line: NewLinePlace = 'none';
    for (const element of log.current.querySelectorAll<HTMLElement>('[data-message]')) {
      const row = byId.get(element.dataset['message'] ?? '');
      const { top, bottom } = element.getBoundingClientRect();
      if (!row || bottom === top) continue;
      placed.push({ top, bottom, seq: row.message.seq });
      if (row.isFirstUnread) line = bottom <= view.top ? 'above' : top >= view.bottom ? 'below' : 'inView';
    }
    setNewLine(line);
    report(isEndVisible ? lastSeq : lastSeenSeq(placed, view));
  });
  const schedule = useStableCallback(() => {
    const lookOnceSettled = () => {
      const isSettled = scrollAnchor.current === null || scrollAnchor.current === 'end';
      if (isSettled) look();
      else timer.current = setTimeout(lookOnceSettled, lookInterval);
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
