// Group history, paged backwards.
import { Fault } from '@amber/proto/faults';
import type { CallsOf, HandlerPorts } from './handler.ts';

export const historyMessageCalls = ({ limits, catchUp, conversations }: HandlerPorts): CallsOf<'historyMessage'> => ({
  async 'historyMessage.queryByGroup'({ conversationId, beforeSeq, limit }, actor) {
    const { type, joined_seq } = await conversations.get(actor.identifier, conversationId);
    if (type !== 'group') throw new Fault('NO_AUTH');
    const list = await catchUp.history(actor, conversationId, joined_seq, beforeSeq, limit || limits.timelinePage);
    return { list, more: list.length > 0 && list[0]!.prevSeq! > joined_seq };
  },
});
