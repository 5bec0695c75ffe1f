// The services of push notifications: the subscriptions, and the queue of pushes.
import webPush from 'web-push';
import type { GatewayBase } from '../db/gatewayBase.ts';
import { createPushSender, type VapidKeys } from './pushSender.ts';
import { createPushQueue } from './pushQueue.ts';
import { createSubscriptions } from './subscriptions.ts';

interface NotificationOptions {
  /** The contact for push services: a mail or web address. */
  pushSubject: string | undefined;
  /** Whether push services on this machine are accepted, for tests. */
  pushLoopback: boolean;
  publicUrl: string | undefined;
}

/** Push services require a contact address: the configured one, or this server's public https URL. */
const subjectOf = ({ pushSubject, publicUrl }: NotificationOptions): string =>
  pushSubject ?? (publicUrl?.startsWith('https:') ? publicUrl : 'mailto:nobody@invalid.example');

export async function createNotificationServices(base: GatewayBase, options: NotificationOptions) {
  const { limits, setting, onClose, onSweep } = base;
  const keys = JSON.parse(await setting('vapidKeys', () => JSON.stringify(webPush.generateVAPIDKeys()))) as VapidKeys;
  const sendPush = createPushSender({ keys, subject: subjectOf(options), limits });
  const subscriptions = createSubscriptions({
    ...base,
    sendPush,
    publicKey: keys.publicKey,
    loopback: options.pushLoopback,
  });
  onSweep(subscriptions.dropEnded);
  const pushQueue = createPushQueue({
    ...base,
    sendPush,
    subscriptions,
    secret: keys.privateKey,
    origin: options.publicUrl ? new URL(options.publicUrl).origin : '',
  });
  onClose(pushQueue.close);
  return { subscriptions };
}
