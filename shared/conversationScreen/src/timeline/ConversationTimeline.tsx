// The timeline of one conversation, over the window of messages in memory.
import { type ConversationRow, type MessageRow, otherPerson } from '@amber/client/rows';
import { engine, newMessageId } from '@amber/client/engine';
import { accountDb, live$ } from '@amber/client/live';
import { isSeeded } from '@amber/client/seededNames';
import { paths } from '@amber/client/paths';
import { showError } from '@amber/client/showError';
import type { FileSource } from '@amber/conversation/fileSource';
import type { LoadVoiceSource } from '@amber/conversation/voiceSource';
import type { Person } from '@amber/conversation/person';
import { Timeline, type TimelineHandle, type TimelineProps } from '@amber/conversation/Timeline';
import type { Quote } from '@amber/proto/bodies';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { type ComponentProps, type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Beginning } from './Beginning.tsx';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import type { SendCommand } from '../kit/useCommand.ts';
import { botActions, createAnswerSource } from '../robot/createAnswerSource.ts';
import { useProvisionalAnswer } from './useProvisionalAnswer.ts';
import { useMarkRead } from './useMarkRead.ts';
import { loadJumpRanges, useTimelineWindow } from './useTimelineWindow.ts';
import { useTyping } from './useTyping.ts';
import styles from '../kit/messageSpace.module.css';

const TimelineDialog = loadOnOpen(
  async () => (await import(/* webpackChunkName: "dialogs" */ './TimelineDialog.tsx')).TimelineDialog,
);

const loadActions = () => import(/* webpackChunkName: "messageParts" */ './timelineActions.ts');

const act = (perform: (actions: Awaited<ReturnType<typeof loadActions>>) => unknown): void =>
  void loadActions().then(perform).catch(showError);

interface ConversationTimelineProps {
  conversation: ConversationRow;
  files: FileSource;
  loadVoice: LoadVoiceSource | undefined;
  loadReadAloud: TimelineProps['loadReadAloud'];
  me: string;
  people: ReadonlyMap<string, Person>;
  isOwner: boolean;
  sendCommand: SendCommand;
  onReply(message: MessageRow, quote: Quote): void;
  onEdit(message: MessageRow): void;
  onEditAgain(text: string): void;
  encrypted: boolean;
  /** The number of devices that a message is sent to. */
  deviceCount: number;
  onSecurity(): void;
  ref: RefObject<TimelineHandle | null>;
}

const ignore = () => {};
const retry = (id: string) => void engine.retry({ id }).catch(showError);
const discard = (id: string) => void engine.discard({ id }).catch(showError);

/** The messages of the conversation; empty space for the moment until they are read from the local database. */
export function ConversationTimeline({
  conversation,
  me,
  people,
  isOwner,
  sendCommand,
  ref,
  ...composing
}: ConversationTimelineProps) {
  const { conversionId, spaceId, unread, mentions, type } = conversation;
  const window = useTimelineWindow(conversation, me);
  const onSeen = useMarkRead(conversionId);
  const typing = useTyping(conversionId);
  const [dialog, setDialog] = useState<Pick<ComponentProps<typeof TimelineDialog>, 'kind' | 'messages'> | null>(null);
  const navigate = useNavigate();
  const address = useLocation();
  const [search] = useSearchParams();
  const linkedMessageId = search.get('message');
  const { state } = window;
  const isReady = state.status === 'ready';
  const isPrivate = type === 'private';
  const answers = useMemo(
    () => (type === 'robot' ? createAnswerSource(conversionId) : undefined),
    [type, conversionId],
  );
  const bot = type === 'robot' ? otherPerson(conversation, me)?.identifier : undefined;
  const message$ = useCallback(
    (id: string) =>
      live$(async (db) => {
        const message = await db.messages.get(id);
        return message?.conversationId === conversionId ? message : undefined;
      }, undefined),
    [conversionId],
  );
  const messages = useProvisionalAnswer({ conversationId: conversionId, bot, window: isReady ? state : null });

  const jump = async (id: string) => {
    if (!(await window.showAround(id))) act(({ tellNotHere }) => tellNotHere());
  };
  /** Jumps to the oldest unread message; to the first one of when the conversation was opened if all are read. */
  const jumpToUnread = async () => {
    const db = accountDb();
    const now = db && unread > 0 ? await (await loadJumpRanges()).fetchFirstUnread(db, conversation, me) : undefined;
    const id = now?.first?.id ?? window.firstUnread?.id;
    if (id) ref.current?.jumpTo(id);
  };
  useEffect(() => {
    if (!isReady || !linkedMessageId) return;
    ref.current?.jumpTo(linkedMessageId);
    // The message is removed from the URL, because a later reload must not scroll away from the reader's position.
    navigate(
      type === 'robot' ? paths.bot({ cid: conversionId }) : paths.conversation({ cid: conversionId, sid: spaceId }),
      {
        replace: true,
      },
    );
  }, [isReady, linkedMessageId, ref, navigate, conversionId, spaceId, type]);

  if (state.status === 'error')
    return (
      <div className={styles.centre}>
        <QueryStatus request={state} refetch={window.showNewest} />
      </div>
    );
  if (state.status === 'loading') return <div className={styles.centre} />;
  return (
    <>
      <Timeline
        {...composing}
        ref={ref}
        messages={messages}
        me={me}
        people={people}
        grouping={type === 'group' ? 'rows' : 'bubbles'}
        answers={answers}
        onRegenerate={answers?.regenerate}
        onRemember={bot ? (message) => void botActions().then(({ remember }) => remember(bot, message)) : undefined}
        isOwner={isOwner}
        peerDeliveredSeq={isPrivate ? conversation.peerDeliveredSeq : undefined}
        peerReadSeq={isPrivate ? conversation.peerReadSeq : undefined}
        typing={typing}
        mentions={mentions}
        onJumpToMention={() =>
          act(async ({ oldestMention }) => {
            const id = await oldestMention(conversionId);
            if (id) ref.current?.jumpTo(id);
          })
        }
        message$={message$}
        onJump={(id) => void jump(id)}
        older={window.older}
        onRetryOlder={window.retryOlder}
        beginning={<Beginning conversation={conversation} first={state.rows[0]} me={me} />}
        hasGreeting={type === 'robot' || isSeeded(conversionId)}
        hasOlder={state.hasOlder}
        hasNewer={state.hasNewer}
        onReachOldest={window.showOlder}
        onReachNewest={window.showNewer}
        onJumpToNewest={window.jumpToNewest}
        onScrollEnd={() => window.letGo()}
        onOverfull={window.letGo}
        onSeen={window.isBehindMissing ? ignore : onSeen}
        unread={unread}
        firstUnread={window.firstUnread}
        onJumpToUnread={() => void jumpToUnread().catch(showError)}
        onRetry={retry}
        onDiscard={discard}
        onSendUnencrypted={(id) => void engine.sendUnencrypted({ id }).catch(showError)}
        onSaveFile={composing.files.save}
        onAskAgain={(id) => act(({ askAgain }) => askAgain(id))}
        onCopy={(text) => act(({ copyText }) => copyText(text))}
        onReact={({ id }, emoji, on) => sendCommand('reaction', { emoji, on, text: on ? emoji : `−${emoji}` }, [id])}
        onForward={(messages) => setDialog({ kind: 'forward', messages })}
        onShowEdits={(message) => setDialog({ kind: 'edits', messages: [message] })}
        onQuotePart={(message) => setDialog({ kind: 'quotePart', messages: [message] })}
        onWithdraw={({ id }) =>
          void engine.withdraw({ id: newMessageId(), conversationId: conversionId, target: id }).catch(showError)
        }
        onUndoWithdrawal={({ id }) => act(({ undoWithdrawal }) => undoWithdrawal(conversionId, id))}
        onDelete={(messages) =>
          void engine.forget({ conversationId: conversionId, ids: messages.map(({ id }) => id) }).catch(showError)
        }
        onOpenPerson={(identifier) =>
          act(({ openPerson }) => openPerson({ conversation, identifier, me }, address, navigate))
        }
        onFavorite={({ id }) => act(({ addFavorite }) => addFavorite(conversionId, id))}
        onLink={({ id }) => act(({ copyLink }) => copyLink(conversation, id))}
      />
      {dialog && (
        <TimelineDialog
          {...dialog}
          me={me}
          people={people}
          onReply={composing.onReply}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
