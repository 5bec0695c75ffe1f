// Group history, paged backwards.
import { Fault } from '@amber/proto/faults';
import type { CallsOf } from './handler.ts';
import type { CatchUp } from '../messages/sync/catchUp.ts';
import type { Conversations } from '../messages/sync/conversations.ts';
import type { Limits } from '@amber/proto/limits';

export interface HistoryMessagePorts {
  limits: Limits;
  catchUp: CatchUp;
  conversations: Conversations;
}

export const historyMessageCalls = ({
  limits,
  catchUp,
  conversations,
}: HistoryMessagePorts): CallsOf<'historyMessage'> => ({
  async 'historyMessage.queryByGroup'({ conversationId, beforeSeq, limit }, actor) {
    const { type, joined_seq } = await conversations.get(actor.identifier, conversationId);
    if (type !== 'group') throw new Fault('NO_AUTH');
    const list = await catchUp.history(actor, conversationId, joined_seq, beforeSeq, limit || limits.timelinePage);
    return { list, more: list.length > 0 && list[0]!.prevSeq! > joined_seq };
  },
});
