// Web push: a device's subscription.
import type { CallsOf, HandlerPorts } from './handler.ts';

export const pushCalls = ({ subscriptions }: HandlerPorts): CallsOf<'push'> => ({
  async 'push.key'() {
    return { publicKey: subscriptions.publicKey };
  },
  'push.subscribe': (request, actor) => subscriptions.add(actor, request),
  'push.unsubscribe': (_, actor) => subscriptions.remove(actor),
  async 'push.test'({ text }, actor) {
    return { accepted: await subscriptions.test(actor, text) };
  },
});
