// The web push subscriptions of devices. A subscription lasts as long as the session that created it.
import type { PushChoices, PushSubscribeRequest } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { subjects } from '../core/bus.ts';
import type { Actor } from '../people/signIn/tokens.ts';
import { checkEndpoint } from './endpoint.ts';
import { oneLine } from './payload.ts';
import type { PushSender, PushTarget } from './pushSender.ts';
import { isMinute, minuteIn } from './quietHours.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface SubscriptionPorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits' | 'quotas' | 'onError'> {
  sendPush: PushSender;
  publicKey: string;
  /** Whether push services on this machine are accepted, for tests. */
  loopback: boolean;
}

export type Subscriptions = ReturnType<typeof createSubscriptions>;

/** Whether a text is a key of this length: an uncompressed point of the curve, or 16 bytes. */
const isKey = (text: string, bytes: number): boolean =>
  /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === bytes;

/** Checks and normalizes a device's choices. @throws Fault BAD_REQUEST */
function checkChoices(choices: PushChoices | null, limits: Limits): PushChoices {
  if (!choices || !isMinute(choices.quietFrom) || !isMinute(choices.quietTo)) throw new Fault('BAD_REQUEST');
  try {
    if (choices.quiet) minuteIn(choices.timeZone, 0);
  } catch (cause) {
    throw new Fault('BAD_REQUEST', { cause });
  }
  const cleanLabel = (label: string) => oneLine(label, limits.pushTitleMax);
  return {
    ...choices,
    newMessage: cleanLabel(choices.newMessage),
    won: cleanLabel(choices.won),
    ready: cleanLabel(choices.ready),
    deleting: cleanLabel(choices.deleting),
    waiting: cleanLabel(choices.waiting),
    calling: cleanLabel(choices.calling),
    missedCall: cleanLabel(choices.missedCall),
  };
}

export function createSubscriptions(ports: SubscriptionPorts) {
  const { db, bus, clock, limits, quotas, sendPush, publicKey, loopback, onError } = ports;
  const deleteSubscription = ({ identifier, device }: Pick<Actor, 'identifier' | 'device'>) =>
    db.deleteFrom('push_subscription').where('identifier', '=', identifier).where('device', '=', device);

  bus.subscribe(subjects.sessions, (hint) => {
    if (hint.kind === 'revoked')
      void db.deleteFrom('push_subscription').where('family', '=', hint.family).execute().catch(onError);
  });

  /** Deletes the device's subscription, if it is still this endpoint: the device may already have a new one. */
  const drop = async (deviceRef: Pick<Actor, 'identifier' | 'device'>, endpoint: string): Promise<void> => {
    await deleteSubscription(deviceRef).where('endpoint', '=', endpoint).execute();
  };

  return {
    publicKey,
    drop,

    /** Stores the device's subscription. @throws Fault BAD_REQUEST for an invalid endpoint or key; TOO_MANY */
    async add(actor: Actor, request: PushSubscribeRequest): Promise<void> {
      const { p256dh, auth } = request;
      const endpoint = checkEndpoint(request.endpoint, { limits, loopback });
      if (!isKey(p256dh, 65) || !isKey(auth, 16)) throw new Fault('BAD_REQUEST');
      const choices = JSON.stringify(checkChoices(request.choices, limits));
      await quotas.enforce([{ key: `push ${actor.identifier}`, limit: limits.pushSubscriptionsPerHour }]);
      const { identifier, device, family } = actor;
      const values = { family, endpoint, p256dh, auth, choices };
      await db.transaction().execute(async (tx) => {
        // The browser's account has changed: the endpoint belongs to the browser that sends it now.
        await tx
          .deleteFrom('push_subscription')
          .where('endpoint', '=', endpoint)
          .where((row) => row.or([row('identifier', '<>', identifier), row('device', '<>', device)]))
          .execute();
        await tx
          .insertInto('push_subscription')
          .values({ identifier, device, ...values, created_at: clock() })
          .onConflict((on) => on.columns(['identifier', 'device']).doUpdateSet(values))
          .execute();
      });
    },

    async remove(actor: Actor): Promise<void> {
      await deleteSubscription(actor).execute();
    },

    /** Sends a notification now. Returns whether the push service accepted it. @throws Fault TOO_MANY */
    async test(actor: Actor, text: string): Promise<boolean> {
      await quotas.enforce([{ key: `push test ${actor.identifier}`, limit: limits.pushTestsPerHour }]);
      const target: PushTarget | undefined = await db
        .selectFrom('push_subscription')
        .select(['endpoint', 'p256dh', 'auth'])
        .where('identifier', '=', actor.identifier)
        .where('device', '=', actor.device)
        .executeTakeFirst();
      if (!target) return false;
      const navigate = `${limits.basePath}/settings/notifications`;
      const notification = {
        title: 'Amber',
        body: oneLine(text, limits.pushTextMax),
        navigate,
        tag: 'test',
        data: { path: '/settings/notifications', test: true },
      };
      const payload = JSON.stringify({ web_push: 8030, mutable: true, notification });
      const outcome = await sendPush({ target, payload, ttl: 60, urgency: 'high' });
      if (outcome.kind === 'gone') await drop(actor, target.endpoint);
      return outcome.kind === 'taken';
    },

    /** Deletes the subscriptions whose session has ended without an event. */
    async dropEnded(): Promise<void> {
      await db
        .deleteFrom('push_subscription')
        .where('family', 'in', (from) => from.selectFrom('family').select('id').where('revoked_at', 'is not', null))
        .execute();
    },
  };
}
