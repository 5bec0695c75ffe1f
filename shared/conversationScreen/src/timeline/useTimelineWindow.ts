// The visible window of a conversation, which the reader moves.
import { engine } from '@amber/client/engine';
import { accountDb, useLive } from '@amber/client/live';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { AccountRows } from '@amber/client/rows';
import type { OlderPageState } from '@amber/conversation/Timeline';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  newerEnd,
  newestStart,
  olderStart,
  rangeAround,
  readRange,
  type TimelineRange,
  type TimelineWindow,
  trimRange,
} from './timelineWindow.ts';

const pageSize = limits.timelinePage;
/** The number of rows to keep: more than are visible, but few enough for a browser. */
export const maxRows = 6 * pageSize;

type State = { status: 'loading' } | { status: 'error'; cause: unknown } | ({ status: 'ready' } & TimelineWindow);

/**
 * Returns the rows of a conversation's window, live. It opens with the newest `count` messages. Use it in a component
 * with a key per conversation.
 */
export function useTimelineWindow(conversationId: string, count: number) {
  const [range, setRange] = useState<TimelineRange | null>(null);
  const [older, setOlder] = useState<OlderPageState>({ status: 'idle' });
  const direction = useRef<'older' | 'newer'>('newer');
  const isMoving = useRef(false);
  /**
   * Counts jumps; the number is odd while one is pending. A step that began before the end of a jump must not lead away
   * from it.
   */
  const jumpCount = useRef(0);
  const live = useLive(
    async (db) => range && { range, ...(await readRange(db, conversationId, range)) },
    [conversationId, range],
  );
  const window = live.status === 'ready' ? live.rows : null;

  const moveRange = useCallback((find: (db: AccountRows) => Promise<TimelineRange | null>) => {
    const db = accountDb();
    if (!db || isMoving.current || jumpCount.current % 2 === 1) return;
    isMoving.current = true;
    const jumpCountBefore = jumpCount.current;
    // A read error occurs in the live query too, which reports it.
    find(db)
      .then(
        (found) => found && jumpCount.current === jumpCountBefore && setRange(found),
        () => {},
      )
      .finally(() => {
        isMoving.current = false;
      });
  }, []);

  const showNewest = useCallback(() => {
    direction.current = 'newer';
    moveRange(async (db) => ({ from: await newestStart(db, conversationId, count), to: Infinity }));
  }, [moveRange, conversationId, count]);
  useEffect(showNewest, [showNewest]);

  // A step begins only when the previous one is rendered.
  const shown = window && window.range === range ? window : null;
  const fetchOlder = async (beforeSeq: number) => {
    setOlder({ status: 'loading' });
    try {
      await engine.loadOlder({ conversationId, beforeSeq });
      setOlder({ status: 'idle' });
    } catch (thrown) {
      setOlder({ status: 'error', sentence: getErrorMessage(thrown), code: Fault.of(thrown).code });
    }
  };
  const showOlder = () => {
    if (!shown?.hasOlder || !range) return;
    direction.current = 'older';
    if (shown.missingBefore > 0) {
      // A failed attempt is not repeated until the reader retries.
      if (older.status === 'idle') void fetchOlder(shown.missingBefore);
      return;
    }
    moveRange(async (db) => ({ ...range, from: await olderStart(db, conversationId, range.from, pageSize) }));
  };
  const showNewer = () => {
    if (!shown?.hasNewer || !range) return;
    direction.current = 'newer';
    moveRange(async (db) => ({ ...range, to: await newerEnd(db, conversationId, range.to, pageSize) }));
  };

  const retryOlder = () => {
    if (shown && shown.missingBefore > 0) void fetchOlder(shown.missingBefore);
  };
  /** Loads a message into the window. Resolves with whether this device has it. */
  const showAround = async (id: string): Promise<boolean> => {
    const db = accountDb();
    if (!db) return false;
    jumpCount.current += jumpCount.current % 2 === 0 ? 1 : 2;
    const mine = jumpCount.current;
    const around = await rangeAround(db, conversationId, id, pageSize).catch(() => null);
    // A jump that began later takes precedence.
    if (jumpCount.current !== mine) return true;
    jumpCount.current += 1;
    if (around) setRange(around);
    return around !== null;
  };

  const letGo = () => {
    if (shown && range) setRange(trimRange(range, shown.rows, maxRows, direction.current));
  };

  const state: State = live.status === 'error' ? live : window ? { status: 'ready', ...window } : { status: 'loading' };
  return { state, older, showOlder, retryOlder, showNewer, showNewest, showAround, letGo };
}
