// The party that answers in a chat with a bot: the AI, or a human, who may still be awaited.
import { useLive } from '@amber/client/live';
import type { AiConversation_Human } from '@amber/proto';

/** 'waiting': a human was requested and is not connected yet. */
export type Responder = { by: 'AI' } | { by: 'waiting' | 'human'; human: AiConversation_Human };

const unassignedHuman: AiConversation_Human = { name: '', askedAt: 0, waited: 0, ahead: 0 };

export function useResponder(conversationId: string): Responder {
  const live = useLive((db) => db.bots.get(conversationId), [conversationId]);
  const row = live.status === 'ready' ? live.rows : undefined;
  if (row?.conversation?.state !== 'man') return { by: 'AI' };
  const human = { ...unassignedHuman, ...row.human };
  return { by: human.name ? 'human' : 'waiting', human };
}
