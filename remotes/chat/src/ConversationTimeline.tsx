// The timeline of one conversation, over the window of it that is in memory.
import type { ConversationRow, MessageRow } from '@amber/client/db';
import { engine, showToast } from '@amber/client/engine';
import { Timeline, type TimelineHandle } from '@amber/conversation/Timeline';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { Notice } from '@amber/ui/Notice';
import { type ReactNode, type Ref, useState } from 'react';
import { strings } from './strings.ts';
import { useMarkRead } from './useMarkRead.ts';
import { mostRows, useTimelineWindow } from './useTimelineWindow.ts';
import styles from './Conversation.module.css';

interface ConversationTimelineProps {
  conversation: ConversationRow;
  me: string;
  people: ReadonlyMap<string, { name: string; avatar: string }>;
  ref: Ref<TimelineHandle>;
}

const context = 10; // read messages above the first unread one

const openWith = (unread: number): number => Math.min(mostRows, Math.max(limits.timelinePage, unread + context));

const tell = (thrown: unknown) => showToast('error', Fault.of(thrown).message);
const retry = (id: string) => void engine.retry({ id }).catch(tell);
const discard = (id: string) => void engine.discard({ id }).catch(tell);
const copy = (text: string) => void navigator.clipboard.writeText(text).then(
  () => showToast('success', strings.copied),
  () => showToast('error', strings.copyFailed),
);

/** The conversation's messages; empty space until they are read from this device, which takes a moment. */
export function ConversationTimeline({ conversation, me, people, ref }: ConversationTimelineProps) {
  const { conversionId, unread } = conversation;
  const [count] = useState(() => openWith(unread));
  const window = useTimelineWindow(conversionId, count);
  const onSeen = useMarkRead(conversionId);
  const { state } = window;

  if (state.status === 'error') {
    const fault = new Fault('STORAGE', { cause: state.cause });
    return <div className={styles.centre}><Notice sentence={fault.message} code={fault.code} onRetry={window.showNewest} /></div>;
  }
  if (state.status === 'loading') return <div className={styles.centre} />;
  return (
    <WithFirstUnread rows={state.rows}>
      {(firstUnreadSeq) => (
        <Timeline
          ref={ref}
          messages={state.rows}
          me={me}
          people={people}
          grouping="bubbles"
          hasOlder={state.hasOlder}
          hasNewer={state.hasNewer}
          onReachOldest={window.showOlder}
          onReachNewest={window.showNewer}
          onJumpToNewest={window.showNewest}
          onRest={window.letGo}
          onSeen={onSeen}
          unread={unread}
          firstUnreadSeq={firstUnreadSeq}
          onRetry={retry}
          onDiscard={discard}
          onCopy={copy}
        />
      )}
    </WithFirstUnread>
  );
}

/** Keeps the place of the first unread message as it was when the conversation was opened. */
function WithFirstUnread({ rows, children }: { rows: readonly MessageRow[]; children(firstUnreadSeq: number): ReactNode }) {
  const [firstUnreadSeq] = useState(() => rows.find((row) => row.unread === 1)?.seq ?? 0);
  return children(firstUnreadSeq);
}
