// The dialog of HostActions.
import type { HostAction } from '@amber/client/hostActions';
import { conversationName } from '@amber/client/conversationName';
import { otherPerson } from '@amber/client/db';
import { type LiveResult, useLive, useRemarks } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { Confirm } from '@amber/ui/Confirm';
import { displayName, personName } from '@amber/ui/personName';
import { useEffect, useState } from 'react';
import { words } from '../words/gen/hostActions.ts';
import type { ConfirmationRequest } from './confirmationQueue.ts';

type PersonAction = Extract<HostAction, { identifier: string }>;
type ChatAction = Extract<HostAction, { kind: 'sendUnencrypted' | 'stopEncrypting' }>;

interface QuestionProps {
  request: ConfirmationRequest;
  title: string;
  text: string;
  confirm: string;
  /** Whether others may read more, or this account less, after the action. */
  isWeakening?: boolean;
}

/** It confirms the action itself; the caller makes the call. */
function Question({ request, title, text, confirm, isWeakening = false }: QuestionProps) {
  const [agreeable, setAgreeable] = useState<ConfirmationRequest | null>(null);
  useEffect(() => void request.awaitAgreeable().then(() => setAgreeable(request)), [request]);
  return (
    <Confirm
      open
      title={title}
      text={text}
      action={confirm}
      disabled={agreeable !== request}
      variant={isWeakening ? 'danger' : 'primary'}
      onCancel={() => request.answer(false)}
      onConfirm={() => request.answer(true)}
    />
  );
}

/** The name of a person as this device knows it; a feature's text would not do. */
function usePersonName(identifier: string): LiveResult<string> {
  const me = useSession()?.identifier ?? '';
  const remarks = useRemarks();
  const live = useLive(
    async (db) =>
      (await db.contacts.get(identifier)) ??
      (await db.conversations.where('type').equals('private').toArray())
        .map((conversation) => otherPerson(conversation, me))
        .find((person) => person?.identifier === identifier),
    [identifier, me],
  );
  return live.status === 'ready' ? { ...live, rows: displayName(live.rows, remarks) } : live;
}

/** The name of the chat that the action is about, as this device knows it; null if the chat is not on this device. */
function useChatName(action: ChatAction): LiveResult<string | null> {
  const me = useSession()?.identifier ?? '';
  const id = action.kind === 'sendUnencrypted' ? action.id : action.conversationId;
  return useLive(
    async (db) => {
      const chatId = action.kind === 'sendUnencrypted' ? (await db.messages.get(id))?.conversationId : id;
      const chat = chatId && (await db.conversations.get(chatId));
      return chat ? personName(conversationName(chat, me)) || words.unnamed : null;
    },
    [action.kind, id, me],
  );
}

/** Grouped as the security of a chat shows it, so that it can be compared. */
const groupsOf = (safetyNumber: string): string => safetyNumber.replaceAll(/(\d{5})(?=\d)/g, '$1 ');

function PersonQuestion({ request, action }: { request: ConfirmationRequest; action: PersonAction }) {
  const live = usePersonName(action.identifier);
  if (live.status === 'loading') return null;
  const name = (live.status === 'ready' && live.rows) || action.identifier;
  return action.kind === 'acceptKeys' ? (
    <Question
      request={request}
      title={words.acceptKeys({ name })}
      text={words.acceptKeysText({ name })}
      confirm={words.accept}
    />
  ) : (
    <Question
      request={request}
      title={words.verifyPerson({ name })}
      text={words.verifyPersonText({ name, number: groupsOf(action.safetyNumber) })}
      confirm={words.verify}
    />
  );
}

function ChatQuestion({ request, action }: { request: ConfirmationRequest; action: ChatAction }) {
  const live = useChatName(action);
  const name = live.status === 'ready' ? live.rows : null;
  const isUnknown = live.status !== 'loading' && name === null;
  // The person cannot judge an action in a chat that this device cannot name.
  useEffect(() => void (isUnknown && request.answer(false)), [isUnknown, request]);
  if (name === null) return null;
  return action.kind === 'sendUnencrypted' ? (
    <Question
      request={request}
      title={words.sendUnencrypted({ name })}
      text={words.sendUnencryptedText}
      confirm={words.send}
      isWeakening
    />
  ) : (
    <Question
      request={request}
      title={words.stopEncrypting({ name })}
      text={words.stopEncryptingText}
      confirm={words.stop}
      isWeakening
    />
  );
}

export function HostActionDialog({ request }: { request: ConfirmationRequest }) {
  const { action } = request;
  switch (action.kind) {
    case 'acceptKeys':
    case 'verifyPerson':
      return <PersonQuestion request={request} action={action} />;
    case 'sendUnencrypted':
    case 'stopEncrypting':
      return <ChatQuestion request={request} action={action} />;
    case 'startOver':
      return (
        <Question
          request={request}
          title={words.startOver}
          text={words.startOverText}
          confirm={words.startOverNow}
          isWeakening
        />
      );
  }
}
