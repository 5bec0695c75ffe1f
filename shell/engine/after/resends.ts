// Requests what could not be opened, and resends what others could not open: once an hour for each device.
import type { AccountDb, ChangeRow, MessageRow } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { type UnreadableReason, unreadableReasons } from '@amber/proto/unreadable';
import { auditTime, interval, type SchedulerLike, Subject } from 'rxjs';
import { deriveMessageId } from './deriveMessageId.ts';
import type { Outbox } from '../out/outbox.ts';
import { isAwaitingApproval } from '../rows/deviceApproval.ts';
import type { Command } from '../rows/command.ts';

export interface Resends {
  /** Requests what could not be opened in the last days, from each of its devices once an hour. */
  requestAll(): Promise<void>;
  /** There is more of it: soon all is requested. */
  requestAllSoon(): void;
  /**
   * A person requests an unreadable message again. False when its device has been asked within the hour. @throws Fault
   * NO_MESSAGE
   */
  requestOne(id: string): Promise<boolean>;
  /** Somebody requests messages, edits or reactions that this device has written. */
  resend(request: Command): Promise<void>;
  close(): void;
}

interface ResendPorts {
  db: AccountDb;
  me: Device;
  clock: SchedulerLike;
  outbox: Outbox;
  /** A fresh session with a device; false within the hour, or where none is possible. */
  repair(device: Device): Promise<boolean>;
  failed(thrown: unknown): void;
}

/** Something that could not be opened: a message, an edit, a reaction. */
interface UnreadableItem {
  conversationId: string;
  id: string;
  sender: Device;
}

/** Reasons for which a device can be asked. */
const repairable = (Object.keys(unreadableReasons) as UnreadableReason[]).filter(
  (reason) => unreadableReasons[reason].remedy === 'repair',
);

/** Messages lost together are requested together. */
const batchWindow = 500;
/** A device that stays connected asks again too, for a day: each device once an hour. */
const checkEvery = 10 * 60_000;
const retryPeriod = 24 * 60 * 60_000;

const keyOf = ({ identifier, deviceId }: Device): string => `${identifier}:${deviceId}`;

export function createResends({ db, me, clock, outbox, repair, failed }: ResendPorts): Resends {
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
          sender && keyOf(sender) !== keyOf(me) ? { id, conversationId, sender } : [],
        ),
        ...changes.map(({ id, conversationId, by, lost }) => ({
          id,
          conversationId,
          sender: { identifier: by, deviceId: lost! },
        })),
      ];
    });

  /** Requests from one device what it has sent to one conversation. */
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
    for (const items of Map.groupBy(all, ({ sender }) => keyOf(sender)).values()) {
      if (!(await repair(items[0]!.sender))) continue;
      for (const [conversationId, inChat] of Map.groupBy(items, (one) => one.conversationId)) {
        await requestFrom(
          conversationId,
          inChat.map(({ id }) => id),
        );
      }
    }
  }

  /** An older build did not record whom it sealed for: those whose key was known then. */
  async function wasSealedFor({ sealedFor, ...written }: MessageRow | ChangeRow, requester: Device): Promise<boolean> {
    if (sealedFor) return sealedFor.includes(keyOf(requester));
    const pin = (await db.pins.get([requester.identifier, requester.deviceId])) as { since?: number } | undefined;
    return pin?.since !== undefined && pin.since <= ('createdAt' in written ? written.createdAt : written.at);
  }

  /**
   * This device's content under this id, as it was sent; undefined when it was not written here, or has been withdrawn.
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
    return sender && keyOf(sender) === keyOf(me) && !message!.withdrawn ? { type, message: text } : undefined;
  }

  /**
   * This device has sealed nothing under this id for them, or has taken it back. What was deleted here is another
   * matter: it is missing there.
   */
  async function isNotResendable(id: string, requester: Device): Promise<boolean> {
    const [message, change] = await Promise.all([db.messages.get(id), db.changes.get(id)]);
    const written = message ?? change;
    if (!written) return false;
    const about = change ? await db.messages.get(change.target) : message;
    return written.seq === 0 || about?.withdrawn !== undefined || !(await wasSealedFor(written, requester));
  }

  const subscriptions = [
    unreadable$.pipe(auditTime(batchWindow, clock)).subscribe(() => void requestAll().catch(failed)),
    interval(checkEvery, clock).subscribe(() => void requestAll(retryPeriod).catch(failed)),
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
      // The asker knows who wrote it: the others have nothing to say.
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
            // The others may not be among those that it was sealed for.
            to: requester,
          });
      }
    },
    close: () => subscriptions.forEach((one) => one.unsubscribe()),
  };
}
