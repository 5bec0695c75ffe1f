// The screen of a conversation: its header, its messages and the composer.
import { type ConversationRow, isSealedChat, otherPerson } from '@amber/client/rows';
import { engine, newMessageId } from '@amber/client/engine';
import { useOwnDevices } from '@amber/client/ownDevices';
import { paths } from '@amber/client/paths';
import { lazyScreen } from '@amber/client/remote';
import { useSession } from '@amber/client/session';
import { showError } from '@amber/client/showError';
import { hostSound } from '@amber/client/sound';
import { Composer, type ComposerHandle, type ComposeTarget } from '@amber/conversation/Composer';
import type { PreparedFile } from '@amber/conversation/preparedFile';
import type { TimelineHandle } from '@amber/conversation/Timeline';
import type { TextBody } from '@amber/proto/bodies';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { hasOpenLayer, useEscape } from '@amber/ui/useEscape';
import { Suspense, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { conversationProfile } from './kit/conversationProfile.ts';
import { QueryStatus } from './kit/QueryStatus.tsx';
import { ConversationHeader } from './ConversationHeader.tsx';
import { ConversationTimeline } from './timeline/ConversationTimeline.tsx';
import { useCommand } from './kit/useCommand.ts';
import { LazyBotPart } from './robot/LazyBotPart.tsx';
import { useFindShortcut } from './search/useFindShortcut.ts';
import { chatProtectionOf } from './security/chatProtectionOf.ts';
import { useSecurity } from './security/useSecurity.ts';
import { useConversation } from './useConversation.ts';
import { useDraft } from './useDraft.ts';
import { useReadAloud } from './speech/useReadAloud.ts';
import { useVoice } from './voice/useVoice.tsx';
import { useFileDrop } from './files/useFileDrop.ts';
import { useStoredAttachments } from './files/useStoredAttachments.ts';
import { useSharedFiles } from './useSharedFiles.ts';
import { useFileSource } from './files/useFileSource.ts';
import { usePeople } from './people/usePeople.ts';
import messageSpace from './kit/messageSpace.module.css';
import styles from './Conversation.module.css';

const JoinOffer = lazyScreen(async () => (await import(/* webpackChunkName: "dialogs" */ './JoinOffer.tsx')).JoinOffer);

const ApprovalNotice = lazyScreen(
  async () => (await import(/* webpackChunkName: "dialogs" */ './security/ApprovalNotice.tsx')).ApprovalNotice,
);

const StrangerBar = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './people/StrangerBar.tsx')).StrangerBar,
);

const ComposerNotice = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './security/ComposerNotice.tsx')).ComposerNotice,
);

const WaitingLine = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './timeline/WaitingLine.tsx')).WaitingLine,
);

const DropTarget = loadOnOpen(
  async () => (await import(/* webpackChunkName: "files" */ '@amber/conversation/DropTarget')).DropTarget,
);

const FindInChat = loadOnOpen(
  async () => (await import(/* webpackChunkName: "search" */ './search/FindInChat.tsx')).FindInChat,
);

const SecurityDialog = loadOnOpen(
  async () => (await import(/* webpackChunkName: "security" */ './security/SecurityDialog.tsx')).SecurityDialog,
);

/** The conversation that the URL names: a chat, or a room of the space `spaceId`. Give it a key per conversation. */
export function Conversation({ conversationId, spaceId = '' }: { conversationId: string; spaceId?: string }) {
  const [found, retry] = useConversation(conversationId);
  const { search } = useLocation();
  if (found.status === 'ready') {
    const { conversation } = found;
    // A link without the space of its conversation, such as that of a favourite, is redirected to the right path.
    const path = paths.conversation({ cid: conversationId, sid: conversation.spaceId });
    return conversation.spaceId === spaceId ? (
      <OpenConversation conversation={conversation} />
    ) : (
      <Navigate to={path + search} replace />
    );
  }
  return (
    <div className={styles.conversation}>
      <ConversationHeader spaceId={spaceId} />
      <div className={found.status === 'loading' ? styles.waiting : messageSpace.centre}>
        {found.status === 'error' && found.fault.code === 'NO_AUTH' ? (
          <Suspense fallback={null}>
            <JoinOffer conversationId={conversationId} onJoined={retry} />
          </Suspense>
        ) : (
          <QueryStatus request={found} refetch={retry} variant="lines" rows={5} />
        )}
      </div>
    </div>
  );
}

function OpenConversation({ conversation }: { conversation: ConversationRow }) {
  const me = useSession()?.identifier ?? '';
  const { conversionId: conversationId, last } = conversation;
  const { draft, scheduleSave, flush } = useDraft(conversationId);
  const [composing, setComposing] = useState<ComposeTarget | null>(null);
  const { people, mentionable, mentionableSource, isOwner } = usePeople(conversation);
  const sendCommand = useCommand(conversationId);
  const timeline = useRef<TimelineHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const files = useFileSource();
  const attachments = useStoredAttachments(conversationId);
  const drop = useFileDrop((dropped) => conversation.type !== 'robot' && composer.current?.attach(dropped));
  const security = useSecurity(conversation, me);
  const [isSecurityOpen, setIsSecurityOpen] = useState(false);
  const showSecurity = () => {
    // The first message may have brought new keys.
    security?.refresh();
    setIsSecurityOpen(true);
  };
  const [searching, setSearching] = useState(false);
  const profile = conversationProfile(conversation, me);
  const otherId = otherPerson(conversation, me)?.identifier;
  const other = { identifier: otherId ?? me, name: profile.name };
  const encrypted = isSealedChat(conversation, me);
  const securityInfo = security?.request.status === 'ready' ? security.request.answer : null;
  const hasChangedKeys = encrypted && securityInfo?.state === 'changed';
  // The chat with oneself has no keys to compare.
  const keys = otherId ? securityInfo?.state : undefined;
  const protection = chatProtectionOf({ encrypted, keys, mismatch: security?.mismatch, plain: security?.plain });
  const ownDevices = useOwnDevices();
  const unapproved = encrypted && ownDevices?.standing === 'waiting' ? ownDevices : null;
  useSharedFiles(composer, draft !== null && attachments !== null && !unapproved);
  const calls = hostSound()?.calls;
  const isBot = conversation.type === 'robot';
  const voice = useVoice(conversation, composer, flush);
  const readAloud = useReadAloud(conversation);
  const botPart = isBot
    ? (part: 'background' | 'mark' | 'bar' | 'speakAnswers') => (
        <LazyBotPart part={part} conversation={conversation} me={me} />
      )
    : undefined;
  const isAnonymous =
    conversation.groupSetting?.supportAnonymous === true && conversation.userSetting?.anonymous === true;

  useFindShortcut(() => setSearching(true));
  // The details panel navigates here to search.
  const { key, state } = useLocation();
  const [searchKey, setSearchKey] = useState('');
  if (key !== searchKey && (state as { opens?: unknown } | null)?.opens === 'search') {
    setSearchKey(key);
    setSearching(true);
  }
  const container = useRef<HTMLDivElement>(null);
  useEscape(() => {
    const active = document.activeElement;
    // A click beside every control focuses the page's main landmark.
    if (hasOpenLayer() || !(active?.matches('body, main') || container.current?.contains(active))) return;
    timeline.current?.scrollToNewest();
    composer.current?.focus();
  });
  const setTyping = (typing: boolean) => void engine.setTyping({ conversationId, typing }).catch(() => {});
  const send = (body: TextBody) => {
    engine.send({ id: newMessageId(), conversationId, type: 'text', body }).catch(showError);
    // On a slow device the message may arrive in the timeline together with the answer to it.
    timeline.current?.scrollToNewest();
    // The box is now empty, and its draft must not be restored.
    scheduleSave('');
    flush();
    setTyping(false);
  };
  const sendFiles = async (prepared: readonly PreparedFile[]) => {
    const files = prepared.map((file) => ({ id: newMessageId(), ...file }));
    await engine.sendFiles({ conversationId, files, takesDraft: true });
    timeline.current?.scrollToNewest();
    setTyping(false);
  };
  const compose = (next: ComposeTarget) => {
    setComposing(next);
    composer.current?.focus();
  };

  return (
    <div ref={container} className={styles.conversation} {...drop.handlers}>
      {botPart?.('background')}
      <ConversationHeader
        spaceId={conversation.spaceId}
        profile={profile}
        protection={protection}
        botMark={botPart?.('mark')}
        botControls={botPart?.('speakAnswers')}
        onSecurity={showSecurity}
        onSearch={() => setSearching(!searching)}
        onCall={
          calls && conversation.type === 'private' && other.identifier !== me && ownDevices?.standing !== 'waiting'
            ? ({ video }) => void calls.start({ conversationId, identifier: other.identifier, video }).catch(showError)
            : undefined
        }
      />
      <StrangerBar
        open={conversation.type === 'private' && other.identifier !== me && last?.sender === other.identifier}
        conversationId={conversationId}
        person={other}
        me={me}
      />
      {searching && (
        <FindInChat
          conversationId={conversationId}
          me={me}
          people={people}
          onJump={(id) => timeline.current?.jumpTo(id)}
          onClose={() => setSearching(false)}
        />
      )}
      <ConversationTimeline
        ref={timeline}
        conversation={conversation}
        files={files}
        loadVoice={voice?.load}
        loadReadAloud={readAloud}
        me={me}
        people={people}
        isOwner={isOwner}
        sendCommand={sendCommand}
        onReply={(message, quote) => compose({ kind: 'reply', message, quote })}
        onEdit={(message) => compose({ kind: 'edit', message })}
        onEditAgain={(text) => composer.current?.setText(text)}
        encrypted={encrypted}
        deviceCount={securityInfo?.devices.length ?? 0}
        onSecurity={showSecurity}
      />
      {conversation.type === 'private' && !unapproved && (protection === 'open' || protection === 'mismatch') && (
        <ComposerNotice state={protection} changedKeysOf={hasChangedKeys ? other.name : ''} onOpen={showSecurity} />
      )}
      <WaitingLine open={last?.loading === true} conversationId={conversationId} />
      {botPart?.('bar')}
      {unapproved ? (
        <Suspense fallback={<div className={styles.composerSpace} />}>
          <ApprovalNotice devices={unapproved} />
        </Suspense>
      ) : draft === null || attachments === null ? (
        <div className={styles.composerSpace} />
      ) : (
        <Composer
          ref={composer}
          draft={draft}
          onDraftChange={scheduleSave}
          onSend={send}
          // A bot reads only text, and the text of voice messages.
          onSendFiles={isBot ? undefined : sendFiles}
          storedAttachments={attachments}
          VoiceBar={voice?.VoiceBar}
          me={me}
          people={people}
          composing={composing}
          onComposingEnd={() => setComposing(null)}
          onSelectLast={() => timeline.current?.selectLast()}
          onEdit={({ id }, body) => sendCommand('edit', body, [id])}
          mentionable={mentionable}
          mentionableSource={mentionableSource}
          onTyping={() => setTyping(true)}
          isAnonymous={isAnonymous}
        />
      )}
      {drop.isOver && <DropTarget />}
      <SecurityDialog
        open={isSecurityOpen}
        conversation={conversation}
        other={other}
        me={me}
        security={security}
        onOpenChange={setIsSecurityOpen}
      />
    </div>
  );
}
