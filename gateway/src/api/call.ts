// Calls between two people.
import type { CallsOf, HandlerPorts } from './handler.ts';

export const callCalls = ({ personalCalls, relays }: HandlerPorts): CallsOf<'call'> => ({
  'call.start': (request, actor) => personalCalls.start(actor, request),
  async 'call.answer'({ callId }, actor) {
    return { call: await personalCalls.answer(actor, callId) };
  },
  async 'call.renew'({ callId }, actor) {
    return { call: await personalCalls.renew(actor, callId) };
  },
  async 'call.end'({ callId }, actor) {
    return { call: await personalCalls.end(actor, callId) };
  },
  async 'call.current'(_, actor) {
    return { list: await personalCalls.current(actor) };
  },
  'call.relays': (_, { identifier }) => relays.list(identifier),
});
