// Requests messages that this device could not decrypt, and resends those that others could not, once an hour per
// device.
import type { ChangeRow, MessageRow } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { type UnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import { auditTime, interval, Subject } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';
import { addressOf } from '../keys/tables.ts';
import { deriveMessageId } from './deriveMessageId.ts';
import type { Outbox } from '../out/outbox.ts';
import { isAwaitingApproval } from '../rows/deviceApproval.ts';
import type { Command } from '../rows/command.ts';

export interface Resends {
  /** Requests everything undecryptable of the last days, from each sending device at most once an hour. */
  requestAll(): Promise<void>;
  /** Calls `requestAll` soon, after something could not be decrypted. */
  requestAllSoon(): void;
  /**
   * Requests an undecryptable message again, on a person's command.
   * @returns false when its device has been asked within the hour.
   * @throws Fault NO_MESSAGE
   */
  requestOne(id: string): Promise<boolean>;
  /** Answers a request for messages, edits or reactions that this device has written. */
  resend(request: Command): Promise<void>;
  close(): void;
}

interface ResendPorts extends Pick<AccountContext, 'db' | 'me' | 'clock' | 'warn'> {
  outbox: Outbox;
  /** Starts a new session with a device. False when one was started within the hour, or none is possible. */
  repair(device: Device): Promise<boolean>;
}

/** A message, edit or reaction that could not be decrypted. */
interface UnreadableItem {
  conversationId: string;
  id: string;
  sender: Device;
}

/** The reasons for which the sending device can be asked for a resend. */
const repairable = (Object.keys(unreadableReasons) as UnreadableReason[]).filter(
  (reason) => unreadableReasons[reason].remedy === 'repair',
);

/** Losses within this time (in milliseconds) are requested in one batch. */
const batchWindow = 500;
/** A device that stays connected repeats its requests for a day, once an hour per sending device. */
const checkEvery = 10 * 60_000;
const retryPeriod = 24 * 60 * 60_000;

export function createResends({ db, me, clock, outbox, repair, warn }: ResendPorts): Resends {
  const onError = warn('askAgain');
  const unreadable$ = new Subject<void>();

  const unreadableSince = (since: number): Promise<UnreadableItem[]> =>
    db.transaction('r', db.messages, db.changes, async () => {
      const messages = await db.messages
        .where('unreadable')
        .anyOf(repairable)
        .filter(({ lostAt, createdAt }) => (lostAt ?? createdAt) >= since)
        .toArray();
      const changes = await db.changes
        .where('lost')
        .above('')
        .filter(({ lostAt, at }) => (lostAt ?? at) >= since)
        .toArray();
      return [
        ...messages.flatMap(({ id, conversationId, content: { sender } }) =>
          sender && addressOf(sender) !== addressOf(me) ? { id, conversationId, sender } : [],
        ),
        ...changes.map(({ id, conversationId, by, lost }) => ({
          id,
          conversationId,
          sender: { identifier: by, deviceId: lost! },
        })),
      ];
    });

  /** Requests messages of one conversation from the device that sent them. */
  async function requestFrom(conversationId: string, ids: string[]): Promise<void> {
    await outbox.command({
      id: await deriveMessageId('resendRequest', me.deviceId, clock.now(), ...ids),
      conversationId,
      cmdId: 'resendRequest',
      targets: ids.slice(-limits.resendMax),
      body: { deviceId: me.deviceId },
    });
  }

  async function requestAll(within: number = limits.resendRequestWindow): Promise<void> {
    if (await isAwaitingApproval(db)) return;
    const all = await unreadableSince(clock.now() - within);
    for (const items of Map.groupBy(all, ({ sender }) => addressOf(sender)).values()) {
      if (!(await repair(items[0]!.sender))) continue;
      for (const [conversationId, inChat] of Map.groupBy(items, (one) => one.conversationId)) {
        await requestFrom(
          conversationId,
          inChat.map(({ id }) => id),
        );
      }
    }
  }

  /**
   * An older build did not record the receivers of a message; they are the devices whose key was known when it was
   * written.
   */
  async function wasSealedFor({ sealedFor, ...written }: MessageRow | ChangeRow, requester: Device): Promise<boolean> {
    if (sealedFor) return sealedFor.includes(addressOf(requester));
    const pin = (await db.pins.get([requester.identifier, requester.deviceId])) as { since?: number } | undefined;
    return pin?.since !== undefined && pin.since <= ('createdAt' in written ? written.createdAt : written.at);
  }

  /**
   * Returns this device's content under this id as it was sent, or undefined when it was not written here or has been
   * withdrawn.
   */
  async function ownContent(
    conversationId: string,
    id: string,
    requester: Device,
  ): Promise<CommandBodies['resend'] | undefined> {
    const [message, change] = await Promise.all([db.messages.get(id), db.changes.get(id)]);
    const written = message ?? change;
    if (written?.conversationId !== conversationId || written.seq === 0) return undefined;
    if (!(await wasSealedFor(written, requester))) return undefined;
    if (change) {
      const about = await db.messages.get(change.target);
      const isCurrent = change.kind === 'withdraw' || !about?.withdrawn;
      return change.by === me.identifier && !change.lost && isCurrent
        ? { type: change.kind, message: change.message, about: change.target }
        : undefined;
    }
    const { sender, type, message: text } = message!.content;
    return sender && addressOf(sender) === addressOf(me) && !message!.withdrawn ? { type, message: text } : undefined;
  }

  /**
   * Whether this device has encrypted nothing under this id for the requester, or has withdrawn it. Something that was
   * merely deleted here does not count: the requester still lacks it.
   */
  async function isNotResendable(id: string, requester: Device): Promise<boolean> {
    const [message, change] = await Promise.all([db.messages.get(id), db.changes.get(id)]);
    const written = message ?? change;
    if (!written) return false;
    const about = change ? await db.messages.get(change.target) : message;
    return written.seq === 0 || about?.withdrawn !== undefined || !(await wasSealedFor(written, requester));
  }

  const subscriptions = [
    unreadable$.pipe(auditTime(batchWindow, clock)).subscribe(() => void requestAll().catch(onError)),
    interval(checkEvery, clock).subscribe(() => void requestAll(retryPeriod).catch(onError)),
  ];

  return {
    requestAll: () => requestAll(),
    requestAllSoon: () => unreadable$.next(),
    async requestOne(id) {
      const message = await db.messages.get(id);
      const sender = message?.content.sender;
      if (!message?.unreadable || !sender || unreadableReasons[message.unreadable].remedy !== 'repair')
        throw new Fault('NO_MESSAGE');
      if (!(await repair(sender))) return false;
      await requestFrom(message.conversationId, [id]);
      return true;
    },
    async resend({ conversationId, targets, actor, device, sealed, message }) {
      if (!sealed) return;
      const hour = Math.floor(clock.now() / limits.sessionRepairEvery);
      // The requester knows which device wrote the message, so the other devices need not answer.
      const isAddressee = (readBody(message) as Partial<CommandBodies['resendRequest']>).of === me.deviceId;
      const requester = { identifier: actor, deviceId: device };
      for (const id of targets.slice(0, limits.resendMax)) {
        const payload = await ownContent(conversationId, id, requester);
        if (payload ?? (isAddressee && (await isNotResendable(id, requester))))
          await outbox.command({
            id: await deriveMessageId('resend', id, device, hour),
            conversationId,
            cmdId: 'resend',
            targets: [id],
            body: payload ?? { type: '' },
            // Only the requester gets a copy, because the original may not have been encrypted for the other devices.
            to: requester,
          });
      }
    },
    close: () => subscriptions.forEach((one) => one.unsubscribe()),
  };
}
