// What could not be opened is asked for again, and what others could not open is sealed once more: once an hour for each device.
import type { AccountDb } from '@amber/client/db';
import type { Device } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { unreadableReasons } from '@amber/proto/unreadable';
import { auditTime, type SchedulerLike, Subject } from 'rxjs';
import type { Lost } from './inbox.ts';
import type { Outbox } from './outbox.ts';
import { idOf } from './ownHistory.ts';
import type { Command } from './system.ts';

export interface Resends {
  /** These could not be opened: their devices are asked for them, each once an hour. */
  lose(lost: readonly Lost[]): void;
  /** A person asks for an unreadable message again. False when its device has been asked within the hour. @throws Fault NO_MESSAGE */
  ask(id: string): Promise<boolean>;
  /** Somebody asks for messages that this device has written. */
  answer(request: Command): Promise<void>;
  close(): void;
}

interface ResendPorts {
  db: AccountDb;
  me: Device;
  clock: SchedulerLike;
  outbox: Outbox;
  /** A fresh session with a device; false within the hour, or where there can be none. */
  repair(device: Device): Promise<boolean>;
  failed(thrown: unknown): void;
}

/** What has been lost at once is asked for at once. */
const gatherFor = 500;

const keyOf = ({ identifier, deviceId }: Device): string => `${identifier}:${deviceId}`;

export function createResends({ db, me, clock, outbox, repair, failed }: ResendPorts): Resends {
  const lost$ = new Subject<void>();
  let waiting: Lost[] = [];

  /** Asks one device for what it has sent to one conversation. */
  async function request(conversationId: string, ids: string[]): Promise<void> {
    await outbox.command({
      id: await idOf('resendRequest', me.deviceId, clock.now(), ...ids),
      conversationId, cmdId: 'resendRequest', targets: ids.slice(-limits.resendMax), body: { deviceId: me.deviceId },
    });
  }

  async function askAll(): Promise<void> {
    const asked = waiting;
    waiting = [];
    for (const lost of Map.groupBy(asked, ({ sender }) => keyOf(sender)).values()) {
      if (!await repair(lost[0]!.sender)) continue;
      for (const [conversationId, inChat] of Map.groupBy(lost, (one) => one.conversationId)) {
        await request(conversationId, [...new Set(inChat.map(({ id }) => id))]);
      }
    }
  }

  const subscription = lost$.pipe(auditTime(gatherFor, clock)).subscribe(() => void askAll().catch(failed));

  return {
    lose(lost) {
      waiting.push(...lost);
      lost$.next();
    },
    async ask(id) {
      const message = await db.messages.get(id);
      const sender = message?.content.sender;
      if (!message?.unreadable || !sender || unreadableReasons[message.unreadable].remedy !== 'repair') throw new Fault('NO_MESSAGE');
      if (!await repair(sender)) return false;
      await request(message.conversationId, [id]);
      return true;
    },
    async answer({ conversationId, targets, message: body }) {
      const { deviceId } = readBody(body);
      if (typeof deviceId !== 'string') return;
      const hour = Math.floor(clock.now() / limits.sessionRepairEvery);
      for (const message of await db.messages.bulkGet(targets.slice(0, limits.resendMax))) {
        const { identifier, deviceId: author } = message?.content.sender ?? {};
        const isMine = identifier === me.identifier && author === me.deviceId;
        if (!message || !isMine || message.conversationId !== conversationId || message.withdrawn || message.seq === 0) continue;
        const { id, content: { type, message: text }, edited } = message;
        const again = (cmdId: string) => idOf(cmdId, id, deviceId, hour);
        await outbox.command({ id: await again('resend'), conversationId, cmdId: 'resend', targets: [id], body: { type, message: text } });
        // What was lost may have been the edit.
        if (edited) await outbox.command({ id: await again('edit'), conversationId, cmdId: 'edit', targets: [id], body: readBody(edited.message) as { text: string } });
      }
    },
    close: () => subscription.unsubscribe(),
  };
}
