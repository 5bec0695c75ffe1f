// Shows an answer from its first chunk on, because its row arrives later: it is stored twice on its way.
import type { MessageRow } from '@amber/client/rows';
import { events$ } from '@amber/client/engine';
import type { EngineEvent } from '@amber/client/bus';
import type { AiBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { useEffect, useMemo, useState } from 'react';
import { filter, map, merge, of, switchMap, timer } from 'rxjs';
import type { TimelineWindow } from './timelineWindow.ts';

type AnswerGrewEvent = Extract<EngineEvent, { type: 'answerGrew' }>;

/** How long in milliseconds an answer may lack its row: after it has ended, and after its last chunk. */
const rowTimeouts = { answerEnded: 5_000, answerGrew: limits.streamCacheFor };

const noRows: readonly MessageRow[] = [];

function createProvisionalRow({ conversationId, id, round, chunks, text }: AnswerGrewEvent, bot: string): MessageRow {
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
 * Returns the rows of the window, followed by an answer that has begun and has no row yet. An answer without a row for
 * too long was never stored and is removed. `bot` is absent in other chats.
 */
export function useProvisionalAnswer({
  conversationId,
  bot,
  window,
}: {
  conversationId: string;
  bot: string | undefined;
  window: TimelineWindow | null;
}): readonly MessageRow[] {
  const [provisional, setProvisional] = useState<MessageRow | null>(null);
  const [storedId, setStoredId] = useState('');
  useEffect(() => {
    if (!bot) return;
    const subscription = events$
      .pipe(
        filter((event) => event.type === 'answerGrew' || event.type === 'answerEnded'),
        filter((event) => event.conversationId === conversationId),
        switchMap((event) => {
          const expiry$ = timer(rowTimeouts[event.type]).pipe(map(() => null));
          return event.type === 'answerGrew' ? merge(of(event), expiry$) : expiry$;
        }),
      )
      .subscribe((progress) =>
        setProvisional((before) =>
          progress === null ? null : before?.id === progress.id ? before : createProvisionalRow(progress, bot),
        ),
      );
    return () => subscription.unsubscribe();
  }, [conversationId, bot]);
  const rows = window?.rows ?? noRows;
  const isStored = provisional !== null && rows.some(({ id }) => id === provisional.id);
  // The id is remembered, because the row may be removed again later.
  if (isStored && storedId !== provisional.id) setStoredId(provisional.id);
  const shown = provisional && !isStored && storedId !== provisional.id && !window?.hasNewer ? provisional : null;
  return useMemo(() => (shown ? [...rows, shown] : rows), [rows, shown]);
}
