// Sends what the user wrote: saved first, in order per conversation, once.
import { type AccountDb, type MessageRow, pendingOrder } from '@amber/client/db';
import type { Api, Conversation, Device } from '@amber/proto';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { type SchedulerLike, type Subscription, timer } from 'rxjs';
import { newContent, textOf } from './content.ts';
import type { Sealer } from './sealer.ts';

export interface Outbox {
  /** Saves the message, so that it is on screen, and starts sending. A second call with the same id does nothing. */
  send(message: { id: string; conversationId: string; type: string; body: object }): Promise<void>;
  /** Puts a failed message back into the queue. */
  retry(id: string): Promise<void>;
  /** Removes a message that was not sent. */
  discard(id: string): Promise<void>;
  /** Sends what waits; called when the connection is back. */
  flush(): Promise<void>;
  /** Resolves when nothing is on its way to the gateway any more. */
  idle(): Promise<void>;
  /** Sends nothing after what is on its way. */
  close(): void;
}

interface OutboxPorts {
  db: AccountDb;
  api: Api;
  sealer: Sealer;
  me: Device;
  clock: SchedulerLike;
  /** Whether the socket stands. While it does not, what waits is sent when it is back. */
  connected(): boolean;
  /** Called when the answer to a send shows that something before it has not arrived yet. */
  gap(): void;
}

/** How often a message is sealed anew for a device list that turns out to be stale again. */
const deviceRounds = 3;

export function createOutbox({ db, api, sealer, me, clock, connected, gap }: OutboxPorts): Outbox {
  const queues = new Map<string, Promise<void>>();
  const tryingLater = new Map<string, Subscription>();
  let closed = false;
  let lastOrder = 0;

  const nextOrder = (): number => lastOrder = Math.max(lastOrder + 1, pendingOrder(clock.now()));

  /** The queue of one conversation: what is asked for while it runs, runs after it. */
  function drain(conversationId: string): Promise<void> {
    const run = (queues.get(conversationId) ?? Promise.resolve()).then(() => sendAll(conversationId));
    queues.set(conversationId, run);
    return run.finally(() => {
      if (queues.get(conversationId) === run) queues.delete(conversationId);
    });
  }

  /** Until nothing waits. A database that fails is tried later, like a network that does. */
  async function sendAll(conversationId: string): Promise<void> {
    try {
      while (!closed && await sendNext(conversationId));
    } catch (thrown) {
      if (!closed && Fault.of(thrown).kind !== 'session' && Fault.of(thrown).kind !== 'local') tryLater(conversationId);
    }
  }

  /** The oldest message of a conversation with what it takes to send it, read in one transaction. */
  const readNext = (conversationId: string) =>
    db.transaction('r', db.outbox, db.messages, db.conversations, db.bundles, async () => {
      const next = await db.outbox.where('[conversationId+order]')
        .between([conversationId, -Infinity], [conversationId, Infinity]).first();
      if (!next) return undefined;
      const [message, conversation] = await Promise.all([db.messages.get(next.id), db.conversations.get(conversationId)]);
      return { id: next.id, message, conversation, devices: conversation ? await devicesOf(conversation) : [] };
    });

  /**
   * Sends the oldest message; false when there is none. One that the gateway refuses for good is marked, and the next
   * may go. @throws whatever else stood in the way: the message keeps its place.
   */
  async function sendNext(conversationId: string): Promise<boolean> {
    const next = await readNext(conversationId);
    if (!next) return false;
    const { id, message, conversation, devices } = next;
    if (!message) {
      await db.outbox.delete(id);
      return true;
    }
    const reply = await deliver(message, conversation, devices).catch(async (thrown: unknown) => {
      if (!(thrown instanceof Fault) || thrown.kind !== 'business') throw thrown;
      await fail(message.id, thrown);
    });
    if (reply) await settle(message, reply);
    return true;
  }

  /** The message stays in the queue: while the socket stands the timer brings it back, else the reconnect does. */
  function tryLater(conversationId: string): void {
    if (!connected() || tryingLater.has(conversationId)) return;
    tryingLater.set(conversationId, timer(limits.reconnectEvery, clock).subscribe(() => {
      tryingLater.delete(conversationId);
      start(conversationId);
    }));
  }

  /** One message to the gateway; a stale device list is mended and the same id sent again. */
  async function deliver(message: MessageRow, conversation: Conversation | undefined, devices: Device[]) {
    if (!conversation) throw new Fault('NOT_MEMBER');
    const type = conversation.type;
    const send = type === 'private' ? api.message.sendPrivateMessage : api.message.sendGroupMessage;
    const sealed = type === 'private' && conversation.userSetting?.encrypted === true;
    for (let round = 1; ; round += 1) {
      const content = sealed ? await sealer.seal(message.content, devices) : [message.content];
      try {
        return await send({
          id: message.id,
          conversation: { spaceId: conversation.spaceId, conversationId: message.conversationId, conversationType: type },
          content,
        });
      } catch (thrown) {
        const fault = Fault.of(thrown);
        if (fault.code !== 'DEVICES_CHANGED' || !fault.data || round === deviceRounds) throw thrown;
        await mendDevices(fault.data);
        devices = await devicesOf(conversation);
      }
    }
  }

  /** Every device of the chat's people but this one, as far as it is known. */
  async function devicesOf(conversation: Conversation): Promise<Device[]> {
    const people = [me.identifier, ...conversation.userInfo.map((user) => user.identifier)];
    const known = await db.bundles.where('identifier').anyOf(people).toArray();
    return known.filter((device) => device.deviceId !== me.deviceId);
  }

  async function mendDevices(data: Uint8Array): Promise<void> {
    const { missing, extra } = decode('DevicesChanged', data);
    await db.transaction('rw', db.bundles, async () => {
      await db.bundles.bulkDelete(extra.map(({ identifier, deviceId }) => [identifier, deviceId]));
      await db.bundles.bulkPut(missing);
    });
  }

  /** The gateway has it: the row takes its place and time. */
  async function settle(message: MessageRow, reply: { timestamp: number; epoch: number; seq: number }): Promise<void> {
    const { conversationId } = message;
    const follows = await db.transaction('rw', db.messages, db.outbox, db.cursors, db.conversations, async () => {
      const [here, cursor] = await Promise.all([db.messages.get(message.id), db.cursors.get(conversationId)]);
      await Promise.all([
        db.outbox.delete(message.id),
        here && db.messages.put({
          ...here,
          content: { ...here.content, timestamp: reply.timestamp },
          loading: false, pending: false, error: '', fault: '', createdAt: reply.timestamp, seq: reply.seq, order: reply.seq,
        }),
        db.conversations.update(conversationId, { sortTime: reply.timestamp }),
      ]);
      // Only what follows directly moves the cursor: anything between has still to come.
      if (cursor?.epoch !== reply.epoch || cursor.seq < reply.seq - 1) return false;
      if (cursor.seq < reply.seq) await db.cursors.put({ ...cursor, seq: reply.seq });
      return true;
    });
    // Asked for outside the transaction: whatever is begun inside it belongs to it.
    if (!follows) gap();
  }

  const fail = (id: string, fault: Fault): Promise<void> => db.transaction('rw', db.messages, db.outbox, async () => {
    await db.outbox.delete(id);
    await db.messages.update(id, { loading: false, pending: false, error: 'error', fault: fault.code });
  });

  const start = (conversationId: string): void => void drain(conversationId);

  return {
    async send({ id, conversationId, type, body }) {
      const now = clock.now();
      const content = newContent({ id, type, message: JSON.stringify(body), sender: me, timestamp: now });
      if (content.message.length > limits.textMax * 2) throw new Fault('TOO_LARGE');
      await db.transaction('rw', db.messages, db.outbox, db.conversations, db.drafts, async () => {
        if (await db.messages.get(id)) return;
        const order = nextOrder();
        await Promise.all([
          db.messages.add({
            id, conversationId, content, loading: true, pending: false, error: '', fault: '',
            createdAt: now, isRead: true, seq: 0, order, copy: 'open',
          }),
          db.outbox.add({ id, conversationId, order }),
          db.conversations.update(conversationId, { sortTime: now, preview: textOf(content) }),
          db.drafts.delete(conversationId),
        ]);
      });
      start(conversationId);
    },
    async retry(id) {
      const conversationId = await db.transaction('rw', db.messages, db.outbox, async () => {
        const message = await db.messages.get(id);
        if (!message?.error) return undefined;
        const order = nextOrder();
        await db.messages.update(id, { loading: true, error: '', fault: '', order });
        await db.outbox.put({ id, conversationId: message.conversationId, order });
        return message.conversationId;
      });
      if (conversationId) start(conversationId);
    },
    discard: (id) => db.transaction('rw', db.messages, db.outbox, async () => {
      const message = await db.messages.get(id);
      if (message && message.seq === 0 && !message.loading) await db.messages.delete(id);
    }),
    async flush() {
      const waiting = await db.outbox.toArray();
      await Promise.all([...new Set(waiting.map((row) => row.conversationId))].map(drain));
    },
    async idle() {
      await Promise.all(queues.values());
    },
    close() {
      closed = true;
      tryingLater.forEach((later) => later.unsubscribe());
    },
  };
}
