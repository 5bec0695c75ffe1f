// The row of a conversation; an unknown one is looked up at the gateway.
import type { ConversationRow } from '@amber/client/rows';
import { api, engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { useQuery } from '@amber/client/useQuery';
import { Fault } from '@amber/proto/faults';
import { useState } from 'react';
import { words } from './words/gen/screen.ts';

type ConversationState =
  | { status: 'loading' }
  | { status: 'ready'; conversation: ConversationRow }
  | { status: 'error'; fault: Fault };

async function fetchConversation(conversationId: string): Promise<void> {
  const { info } = await api.conversation.getPrivateConversationDetail({ conversationId });
  if (!info?.userInfo) throw new Fault('UNKNOWN', { message: words.noSuchChat });
  // The engine writes the row, and the live query then finds it.
  await engine.openPrivateChat({ identifier: info.userInfo.identifier });
}

/** Returns the conversation, and a function to retry after a failure. */
export function useConversation(conversationId: string): [ConversationState, () => void] {
  const [attempt, setAttempt] = useState(0);
  const live = useLive((db) => db.conversations.get(conversationId), [conversationId, attempt]);
  const isUnknown = live.status === 'ready' && !live.rows;
  const [request, refetch] = useQuery(
    async () => isUnknown && fetchConversation(conversationId),
    [conversationId, isUnknown],
  );
  const retry = () => {
    setAttempt(attempt + 1);
    refetch();
  };
  if (live.status === 'error') return [{ status: 'error', fault: new Fault('STORAGE', { cause: live.cause }) }, retry];
  if (live.status === 'ready' && live.rows) return [{ status: 'ready', conversation: live.rows }, retry];
  return [isUnknown && request.status === 'error' ? request : { status: 'loading' }, retry];
}
