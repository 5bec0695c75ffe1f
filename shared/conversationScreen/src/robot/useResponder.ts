// Who answers in a chat with a bot: the AI, or a human who is waited for or here.
import { useLive } from '@amber/client/live';
import type { AiConversation_Human } from '@amber/proto';

/** 'waiting': a human was asked for, and none has come yet. */
export type Responder = { by: 'AI' } | { by: 'waiting' | 'human'; human: AiConversation_Human };

const unassignedHuman: AiConversation_Human = { name: '', askedAt: 0, waited: 0, ahead: 0 };

export function useResponder(conversationId: string): Responder {
  const live = useLive((db) => db.bots.get(conversationId), [conversationId]);
  const row = live.status === 'ready' ? live.rows : undefined;
  if (row?.conversation?.state !== 'man') return { by: 'AI' };
  const human = { ...unassignedHuman, ...row.human };
  return { by: human.name ? 'human' : 'waiting', human };
}
