// A conversation: its header, its messages, and the box to write in.
import type { ConversationRow } from '@amber/client/db';
import { engine, newMessageId, showToast } from '@amber/client/engine';
import { Fault } from '@amber/proto/faults';
import { useSession } from '@amber/client/session';
import { Composer, type ComposerHandle } from '@amber/conversation/Composer';
import type { TimelineHandle } from '@amber/conversation/Timeline';
import type { TextBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { conversationFace } from './conversationFace.ts';
import { ConversationHeader } from './ConversationHeader.tsx';
import { ConversationTimeline } from './ConversationTimeline.tsx';
import { useConversation } from './useConversation.ts';
import { useDraft } from './useDraft.ts';
import styles from './Conversation.module.css';

/** The conversation of this address. Give it a key per conversation. */
export function Conversation({ conversationId }: { conversationId: string }) {
  const [found, retry] = useConversation(conversationId);
  if (found.status === 'error') {
    return (
      <div className={styles.conversation}>
        <ConversationHeader />
        <div className={styles.centre}><Notice sentence={found.fault.message} code={found.fault.code} onRetry={retry} /></div>
      </div>
    );
  }
  if (found.status === 'loading') {
    return (
      <div className={styles.conversation}>
        <ConversationHeader />
        <div className={styles.waiting}><Skeleton look="lines" rows={5} /></div>
      </div>
    );
  }
  return <OpenConversation conversation={found.conversation} />;
}

function OpenConversation({ conversation }: { conversation: ConversationRow }) {
  const me = useSession();
  const conversationId = conversation.conversionId;
  const { draft, write, flush } = useDraft(conversationId);
  const face = conversationFace(conversation, me?.identifier ?? '');
  const people = useMemo(() => new Map([
    ...conversation.userInfo.map(({ identifier, lastName, avatar }) => [identifier, { name: lastName, avatar }] as const),
    ...(me ? [[me.identifier, { name: me.lastName, avatar: me.avatar }] as const] : []),
  ]), [conversation.userInfo, me]);

  const timeline = useRef<TimelineHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const press = (event: KeyboardEvent) => {
    // A dialog or a menu that is open takes the first Escape.
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"], [role="menu"]')) return;
    timeline.current?.toNewest();
    composer.current?.focus();
  };

  const send = (body: TextBody) => {
    engine.send({ id: newMessageId(), conversationId, type: 'text', body })
      .catch((thrown: unknown) => showToast('error', Fault.of(thrown).message));
    // The box is empty now; its draft must not come back.
    write('');
    flush();
  };

  return (
    <div className={styles.conversation} onKeyDown={press}>
      <ConversationHeader face={face} />
      <ConversationTimeline ref={timeline} conversation={conversation} me={me?.identifier ?? ''} people={people} />
      {draft === null
        ? <div className={styles.composerSpace} />
        : <Composer ref={composer} draft={draft} onDraft={write} onSend={send} maxLength={limits.textMax} me={me?.identifier ?? ''} people={people} />}
    </div>
  );
}
