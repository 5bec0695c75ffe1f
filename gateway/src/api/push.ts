// Web push: a device's subscription.
import type { CallsOf } from './handler.ts';
import type { Subscriptions } from '../notifications/subscriptions.ts';

export interface PushPorts {
  subscriptions: Subscriptions;
}

export const pushCalls = ({ subscriptions }: PushPorts): CallsOf<'push'> => ({
  async 'push.key'() {
    return { publicKey: subscriptions.publicKey };
  },
  async 'push.subscribe'(request, actor) {
    await subscriptions.add(actor, request);
    return {};
  },
  async 'push.unsubscribe'(_, actor) {
    await subscriptions.remove(actor);
    return {};
  },
  async 'push.test'({ text }, actor) {
    return { accepted: await subscriptions.test(actor, text) };
  },
});
