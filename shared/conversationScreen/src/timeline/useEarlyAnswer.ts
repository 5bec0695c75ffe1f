// Shows an answer from its first word on: its row takes longer, for it is written down twice on its way.
import type { MessageRow } from '@amber/client/db';
import { events$ } from '@amber/client/engine';
import type { EngineEvent } from '@amber/client/bus';
import type { AiBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { useEffect, useMemo, useState } from 'react';
import { filter, map, merge, of, switchMap, timer } from 'rxjs';
import type { TimelineWindow } from './timelineWindow.ts';

type Grew = Extract<EngineEvent, { type: 'answerGrew' }>;
type Told = Grew | Extract<EngineEvent, { type: 'answerEnded' }>;

const isTold = (event: EngineEvent): event is Told => event.type === 'answerGrew' || event.type === 'answerEnded';

/** How long an answer may be without its row: when it has ended, and when nobody goes on with it. */
const waits = { answerEnded: 5_000, answerGrew: limits.streamCacheFor } satisfies Record<Told['type'], number>;

const none: readonly MessageRow[] = [];

function rowOf({ conversationId, id, round, chunks, text }: Grew, bot: string): MessageRow {
  const now = Date.now();
  const body: AiBody = { text, question: '', round, chunks, state: 'writing' };
  return {
    id,
    conversationId,
    content: {
      id,
      type: 'ai',
      message: JSON.stringify(body),
      sender: { identifier: bot, deviceId: '' },
      timestamp: now,
      anonymous: false,
      encrypted: false,
      cmdId: '',
      streamEnd: false,
      streamFirst: true,
      to: null,
      targets: [],
    },
    loading: false,
    pending: false,
    error: '',
    fault: '',
    createdAt: now,
    isRead: true,
    seq: 0,
    order: Infinity,
    copy: 'open',
  };
}

/**
 * The rows of the window, and after them an answer that has begun and has no row yet; without one for too long it was
 * never kept, and goes. `bot`: absent in other chats.
 */
export function useEarlyAnswer({
  conversationId,
  bot,
  window,
}: {
  conversationId: string;
  bot: string | undefined;
  window: TimelineWindow | null;
}): readonly MessageRow[] {
  const [early, setEarly] = useState<MessageRow | null>(null);
  const [known, setKnown] = useState('');
  useEffect(() => {
    if (!bot) return;
    const subscription = events$
      .pipe(
        filter(isTold),
        filter((told) => told.conversationId === conversationId),
        switchMap((told) => {
          const letGo$ = timer(waits[told.type]).pipe(map(() => null));
          return told.type === 'answerGrew' ? merge(of(told), letGo$) : letGo$;
        }),
      )
      .subscribe((grew) =>
        setEarly((before) => (grew === null ? null : before?.id === grew.id ? before : rowOf(grew, bot))),
      );
    return () => subscription.unsubscribe();
  }, [conversationId, bot]);
  const rows = window?.rows ?? none;
  const isHere = early !== null && rows.some(({ id }) => id === early.id);
  // Its row may be removed again later.
  if (isHere && known !== early.id) setKnown(early.id);
  const shown = early && !isHere && known !== early.id && !window?.hasNewer ? early : null;
  return useMemo(() => (shown ? [...rows, shown] : rows), [rows, shown]);
}
