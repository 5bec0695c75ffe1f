// A conversation: its header, its messages, and the box to write in.
import { type ConversationRow, isSealedChat, otherPerson } from '@amber/client/db';
import { engine, newMessageId, showToast } from '@amber/client/engine';
import { useOwnDevices } from '@amber/client/ownDevices';
import { paths } from '@amber/client/paths';
import { lazyScreen } from '@amber/client/remote';
import { useSession } from '@amber/client/session';
import { sentenceOf } from '@amber/client/sentenceOf';
import { Composer, type ComposerHandle, type Composing } from '@amber/conversation/Composer';
import type { TimelineHandle } from '@amber/conversation/Timeline';
import type { TextBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { Notice } from '@amber/ui/Notice';
import { onDemand } from '@amber/ui/onDemand';
import { Skeleton } from '@amber/ui/Skeleton';
import { hasLayer, useEscape } from '@amber/ui/useLayer';
import { Suspense, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { conversationFace } from './kit/conversationFace.ts';
import { ConversationHeader } from './ConversationHeader.tsx';
import { ConversationTimeline } from './timeline/ConversationTimeline.tsx';
import { useCommand } from './kit/useCommand.ts';
import { RobotPart } from './robot/RobotPart.tsx';
import { FindBar } from './search/onDemand.ts';
import { useFindKey } from './search/useFindKey.ts';
import { ComposerNotice } from './security/ComposerNotice.tsx';
import { protectionOf } from './security/protectionOf.ts';
import { SecurityDialog } from './security/SecurityDialog.ts';
import { useSecurity } from './security/useSecurity.ts';
import { useConversation } from './useConversation.ts';
import { useDraft } from './useDraft.ts';
import { useFileDrop } from './files/useFileDrop.ts';
import { useHanded } from './useHanded.ts';
import { useFileSource } from './files/useFileSource.ts';
import { usePeople } from './people/usePeople.ts';
import messageSpace from './kit/messageSpace.module.css';
import styles from './Conversation.module.css';

const JoinOffer = lazyScreen(async () => (await import(/* webpackChunkName: "dialogs" */ './JoinOffer.tsx')).JoinOffer);

const ApprovalNotice = lazyScreen(
  async () => (await import(/* webpackChunkName: "dialogs" */ './security/ApprovalNotice.tsx')).ApprovalNotice,
);

const DropTarget = onDemand<{ open: boolean }>(
  async () => (await import(/* webpackChunkName: "files" */ '@amber/conversation/DropTarget')).DropTarget,
  () => {},
);

/** The conversation of this address, a chat or a room of the space `spaceId`. Give it a key per conversation. */
export function Conversation({ conversationId, spaceId = '' }: { conversationId: string; spaceId?: string }) {
  const [found, retry] = useConversation(conversationId);
  const { search } = useLocation();
  if (found.status === 'ready') {
    const { conversation } = found;
    // A link that does not know where it belongs, such as that of a favourite, leads there all the same.
    const place = paths.conversation({ cid: conversationId, sid: conversation.spaceId });
    return conversation.spaceId === spaceId ? (
      <OpenConversation conversation={conversation} />
    ) : (
      <Navigate to={place + search} replace />
    );
  }
  return (
    <div className={styles.conversation}>
      <ConversationHeader spaceId={spaceId} />
      {found.status === 'loading' ? (
        <div className={styles.waiting}>
          <Skeleton look="lines" rows={5} />
        </div>
      ) : (
        <div className={messageSpace.centre}>
          {found.fault.code === 'NO_AUTH' ? (
            <Suspense fallback={null}>
              <JoinOffer conversationId={conversationId} onJoined={retry} />
            </Suspense>
          ) : (
            <Notice sentence={sentenceOf(found.fault)} code={found.fault.code} onRetry={retry} />
          )}
        </div>
      )}
    </div>
  );
}

const showError = (thrown: unknown) => showToast('error', sentenceOf(thrown));

function OpenConversation({ conversation }: { conversation: ConversationRow }) {
  const me = useSession()?.identifier ?? '';
  const conversationId = conversation.conversionId;
  const { draft, write, flush } = useDraft(conversationId);
  const [composing, setComposing] = useState<Composing | null>(null);
  const { people, mentionable, findMentionable, isOwner } = usePeople(conversation);
  const give = useCommand(conversationId);
  const timeline = useRef<TimelineHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const files = useFileSource();
  const drop = useFileDrop((dropped) => conversation.type !== 'robot' && composer.current?.attach(dropped));
  const security = useSecurity(conversation);
  const [showsSecurity, setShowsSecurity] = useState(false);
  const showSecurity = () => {
    // The first message may have brought keys since.
    security?.again();
    setShowsSecurity(true);
  };
  const [searching, setSearching] = useState(false);
  const face = conversationFace(conversation, me);
  const other = { identifier: otherPerson(conversation, me)?.identifier ?? me, name: face.name };
  const encrypted = isSealedChat(conversation, me);
  const known = security?.asked.status === 'ready' ? security.asked.answer : null;
  const waits = encrypted && known?.state === 'changed';
  const protection = protectionOf({ encrypted, keys: known?.state, mismatch: security?.mismatch === true });
  const own = useOwnDevices();
  const waiting = encrypted && own?.standing === 'waiting' ? own : null;
  useHanded(composer, draft !== null && !waiting);
  const isRobot = conversation.type === 'robot';
  const robot = isRobot
    ? (part: 'mark' | 'bar') => <RobotPart open part={part} conversation={conversation} me={me} />
    : undefined;
  const isAnonymous =
    conversation.groupSetting?.supportAnonymous === true && conversation.userSetting?.anonymous === true;

  useFindKey(() => setSearching(true));
  const whole = useRef<HTMLDivElement>(null);
  useEscape(() => {
    const active = document.activeElement;
    if (hasLayer() || !(active === document.body || whole.current?.contains(active))) return;
    timeline.current?.toNewest();
    composer.current?.focus();
  });
  const setTyping = (typing: boolean) => void engine.setTyping({ conversationId, typing }).catch(() => {});
  const send = (body: TextBody) => {
    engine.send({ id: newMessageId(), conversationId, type: 'text', body }).catch(showError);
    // The box is empty now; its draft must not come back.
    write('');
    flush();
    setTyping(false);
  };
  const compose = (next: Composing) => {
    setComposing(next);
    composer.current?.focus();
  };

  return (
    <div ref={whole} className={styles.conversation} {...drop.handlers}>
      <ConversationHeader
        spaceId={conversation.spaceId}
        face={face}
        protection={protection}
        robot={robot?.('mark')}
        onSecurity={showSecurity}
        onSearch={() => setSearching(!searching)}
      />
      <FindBar
        open={searching}
        conversationId={conversationId}
        me={me}
        people={people}
        onJump={(id) => timeline.current?.jumpTo(id)}
        onClose={() => setSearching(false)}
      />
      <ConversationTimeline
        ref={timeline}
        conversation={conversation}
        files={files}
        me={me}
        people={people}
        isOwner={isOwner}
        give={give}
        onReply={(message) => compose({ kind: 'reply', message })}
        onEdit={(message) => compose({ kind: 'edit', message })}
        onEditAgain={(text) => composer.current?.write(text)}
        encrypted={encrypted}
        devices={known?.devices.length ?? 0}
        onSecurity={showSecurity}
      />
      {conversation.type === 'private' && !waiting && (protection === 'open' || protection === 'mismatch') && (
        <ComposerNotice state={protection} waitsFor={waits ? other.name : ''} onLook={showSecurity} />
      )}
      {robot?.('bar')}
      {waiting ? (
        <Suspense fallback={<div className={styles.composerSpace} />}>
          <ApprovalNotice devices={waiting} />
        </Suspense>
      ) : draft === null ? (
        <div className={styles.composerSpace} />
      ) : (
        <Composer
          ref={composer}
          draft={draft}
          onDraft={write}
          onSend={send}
          // A bot reads text alone.
          onSendFile={isRobot ? undefined : (file) => engine.sendFile({ id: newMessageId(), conversationId, ...file })}
          maxLength={limits.textMax}
          me={me}
          people={people}
          composing={composing}
          onComposingEnd={() => setComposing(null)}
          onSelectLast={() => timeline.current?.selectLast()}
          onEdit={({ id }, body) => give('edit', body, [id])}
          mentionable={mentionable}
          findMentionable={findMentionable}
          onTyping={() => setTyping(true)}
          anonymous={isAnonymous}
        />
      )}
      <DropTarget open={drop.isOver} />
      <SecurityDialog
        open={showsSecurity}
        conversation={conversation}
        other={other}
        me={me}
        security={security}
        onOpenChange={setShowsSecurity}
      />
    </div>
  );
}
