// The visible window of a conversation, which the reader moves.
import { engine } from '@amber/client/engine';
import { accountDb, useLive } from '@amber/client/live';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { type AccountRows, type ConversationRow, isSealedChat } from '@amber/client/rows';
import type { OlderPageState } from '@amber/conversation/Timeline';
import { Fault } from '@amber/proto/faults';
import { isInFront } from '@amber/ui/isInFront';
import { limits } from '@amber/proto/limits';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FirstUnread } from './jumpRanges.ts';
import {
  newerEnd,
  newestStart,
  olderStart,
  readRange,
  type TimelineRange,
  type TimelineWindow,
  trimRange,
} from './timelineWindow.ts';

const pageSize = limits.timelinePage;
/** The number of rows to keep: more than are visible, but few enough for a browser. */
const maxRows = 6 * pageSize;

/** A separate chunk, because it is needed only for jumps and where something is unread. */
export const loadJumpRanges = () => import(/* webpackChunkName: "messageParts" */ './jumpRanges.ts');

type State = { status: 'loading' } | { status: 'error'; cause: unknown } | ({ status: 'ready' } & TimelineWindow);

/** In milliseconds. After a failure, the next scrolling requests the newer messages again, but not at once. */
const newerRetryDelay = 3_000;
/**
 * Returns the rows of a conversation's window, live. It opens at the first unread message, else at the end. Use it in a
 * component with a key per conversation.
 */
export function useTimelineWindow(conversation: ConversationRow, me: string) {
  const { conversionId: conversationId } = conversation;
  const [firstUnread, setFirstUnread] = useState<FirstUnread | null>(null);
  const [hasMissingUnread, setHasMissingUnread] = useState(false);
  const [range, setRange] = useState<TimelineRange | null>(null);
  const [older, setOlder] = useState<OlderPageState>({ status: 'idle' });
  const direction = useRef<'older' | 'newer'>('newer');
  const isMoving = useRef(false);
  const newerRetryAt = useRef(0);
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
    moveRange(async (db) => ({ from: await newestStart(db, conversationId, pageSize), to: Infinity }));
  }, [moveRange, conversationId]);
  const open = useEffectEvent(() => {
    if (conversation.unread === 0) return showNewest();
    // Messages that arrive after the opening belong to the other end.
    direction.current = 'older';
    moveRange(async (db) => {
      // Without its code, as without unread messages, it opens at the end.
      const opening = await loadJumpRanges().then(
        ({ openAtUnread }) => openAtUnread(db, conversation, me),
        () => null,
      );
      if (opening) setFirstUnread(opening.firstUnread);
      // What is missing in an encrypted chat cannot be decrypted, and will not come.
      setHasMissingUnread(opening?.hasMissing ?? !isSealedChat(conversation, me));
      return opening?.range ?? { from: await newestStart(db, conversationId, pageSize), to: Infinity };
    });
  });
  useEffect(() => open(), []);

  // What arrives behind another window is new to the reader who returns, unless they have read it elsewhere.
  const isAllRead = useRef(false);
  const markArrivals = useEffectEvent(() => {
    const db = accountDb();
    const isAway = !isInFront();
    if (conversation.unread === 0) isAllRead.current = true;
    else if (!isAway) isAllRead.current = false;
    if (db && isAway && isAllRead.current)
      loadJumpRanges()
        .then(({ firstUnreadNow }) => firstUnreadNow(db, conversation, me))
        .then(setFirstUnread, () => {});
  });
  useEffect(() => markArrivals(), [conversation.unread]);

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
  const isFetchingNewer = useRef(false);
  const fetchNewer = async (afterSeq: number) => {
    if (isFetchingNewer.current || Date.now() < newerRetryAt.current) return;
    isFetchingNewer.current = true;
    try {
      await engine.loadNewer({ conversationId, afterSeq });
    } catch {
      newerRetryAt.current = Date.now() + newerRetryDelay;
    } finally {
      isFetchingNewer.current = false;
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
    if (shown.missingAfter !== null) {
      void fetchNewer(shown.missingAfter);
      return;
    }
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
    const around = await loadJumpRanges().then(
      ({ rangeAround }) => rangeAround(db, conversationId, id, pageSize),
      () => null,
    );
    // A jump that began later takes precedence.
    if (jumpCount.current !== mine) return true;
    jumpCount.current += 1;
    if (around) setRange(around);
    return around !== null;
  };

  const letGo = (side = direction.current) => {
    if (shown && range) setRange(trimRange(range, shown.rows, maxRows, side));
  };

  /** Jumps to the newest message, past whatever is unread. */
  const jumpToNewest = () => {
    setHasMissingUnread(false);
    if (window?.hasNewer) showNewest();
  };

  const state: State = live.status === 'error' ? live : window ? { status: 'ready', ...window } : { status: 'loading' };
  return {
    state,
    firstUnread,
    /** Whether what is on screen follows unread messages that could not be fetched, so that it must not count as read. */
    isBehindMissing: hasMissingUnread && (window?.missingBelow ?? 0) > conversation.readSeq + 1,
    older,
    showOlder,
    retryOlder,
    showNewer,
    showNewest,
    jumpToNewest,
    showAround,
    letGo,
  };
}
