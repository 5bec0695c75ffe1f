// Sends messages to the gateway, encrypted for each device or in plaintext, and refreshes a stale list of devices.
import type { ConversationRow } from '@amber/client/db';
import type { Content, Device, SendMessageReply } from '@amber/proto';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import type { AccountContext } from '../kit/accountContext.ts';
import { addressOf, keyOf } from '../keys/tables.ts';
import { isSealed } from '../rows/people/privateChats.ts';
import type { EmitOutboxEvent } from './outboxEvent.ts';
import { createSealCopies, type SealCopiesPorts, createWithheldCopy, type QueuedMessage } from './sealCopies.ts';
import type { SendBatch } from './queuedRows.ts';

export interface DeliverPorts extends SealCopiesPorts, Pick<AccountContext, 'api'> {
  devicesOf(conversation: ConversationRow): Promise<Device[]>;
  emitOutboxEvent: EmitOutboxEvent;
}

/** The number of times a message is encrypted again when the device list turns out to be stale. */
const deviceRoundsMax = 3;

/** The gateway's answer to one message, or the reason why it was not sent. */
export type SendResult = SendMessageReply | Fault;

interface ReadyBatch extends Omit<SendBatch, 'rows'> {
  rows: QueuedMessage[];
}

/**
 * Sends a batch; returns one result for each message, in their order.
 * @throws Fault of the call; NOT_MEMBER when the conversation is gone.
 */
export type Deliver = (ready: ReadyBatch) => Promise<SendResult[]>;

export function createDeliver({ api, devicesOf, emitOutboxEvent, ...ports }: DeliverPorts): Deliver {
  const { db, me } = ports;
  const seal = createSealCopies(ports);

  /**
   * Updates the devices of the chat's members from the gateway's answer. Returns the devices of other people that the
   * gateway expects a copy for, although nothing is encrypted for them.
   */
  async function refreshDevices(data: Uint8Array, conversation: ConversationRow): Promise<Device[]> {
    const { missing: all, extra, unapproved } = decode('DevicesChanged', data);
    const unapprovedAddresses = new Set(unapproved.map(addressOf));
    const isOfChat = ({ identifier }: Device) =>
      identifier === me.identifier || conversation.userInfo.some((user) => user.identifier === identifier);
    const missing = all.filter(isOfChat).map((device) => ({
      ...device,
      ...(unapprovedAddresses.has(addressOf(device)) && { unapproved: true }),
    }));
    await db.transaction('rw', db.bundles, async () => {
      await db.bundles.bulkDelete(extra.map(keyOf));
      await db.bundles.bulkPut(missing);
    });
    emitOutboxEvent({
      type: 'devicesChanged',
      identifiers: [...new Set([...missing, ...extra].map(({ identifier }) => identifier))],
    });
    return all.filter((device) => !isOfChat(device));
  }

  type SealedMessage = { id: string; content: Content[] };

  /**
   * Sends one message with the specification's call, several with one batch call. @throws Fault, which applies to all.
   */
  async function send(
    messages: readonly SealedMessage[],
    { type, spaceId, conversionId }: ConversationRow,
  ): Promise<SendResult[]> {
    const conversation = { spaceId, conversationId: conversionId, conversationType: type };
    const [one, ...others] = messages;
    if (others.length === 0) {
      const call = type === 'group' ? api.message.sendGroupMessage : api.message.sendPrivateMessage;
      return [await call({ ...one!, conversation })];
    }
    const { results } = await api.message.sendInOrder({ conversation, messages: [...messages] });
    return messages.map(({ id }, index) => {
      const { code, data, ...position } = results[index] ?? { code: 'UNAVAILABLE', data: undefined };
      if (code) return new Fault(code, data && { data });
      return { id, content: null, ...(position as Pick<SendMessageReply, 'timestamp' | 'epoch' | 'seq'>) };
    });
  }

  const isStale = (result: SendResult | undefined): result is Fault & { data: Uint8Array } =>
    result instanceof Fault && result.code === 'DEVICES_CHANGED' && result.data !== undefined;

  /** Encrypts and sends a batch. After a stale device list is refreshed, the same ids are sent again. */
  async function deliver({ rows, conversation, devices }: ReadyBatch): Promise<SendResult[]> {
    if (!conversation) throw new Fault('NOT_MEMBER');
    const isPrivate = conversation.type === 'private';
    // The command that switches encryption on or off is itself always encrypted.
    const sealed = isSealed(conversation, me) || (isPrivate && rows.some(({ content }) => content.cmdId === 'encrypt'));
    for (const { content } of rows)
      if (!content.cmdId && content.encrypted !== sealed)
        await db.messages.update(content.id, { 'content.encrypted': sealed });
    const results = new Map<string, SendResult>();
    let withheldDevices: Device[] = [];
    let remaining: readonly QueuedMessage[] = rows;
    for (let round = 1; remaining.length > 0; round += 1) {
      const ready: SealedMessage[] = [];
      let copies: (Content[] | Fault)[];
      do {
        copies = sealed
          ? await seal(remaining, conversation, devices)
          : remaining.map(({ content }) => [{ ...content, encrypted: false }]);
        remaining.forEach(({ id }, index) => {
          const result = copies[index]!;
          if (result instanceof Fault) results.set(id, result);
        });
        remaining = remaining.filter((_, index) => !(copies[index] instanceof Fault));
        // The messages after a failed one are encrypted again, because their envelopes would otherwise name it.
      } while (remaining.length > 0 && copies.length > remaining.length);
      remaining.forEach(({ id, content: written }, index) => {
        const own = copies[index] as Content[];
        ready.push({
          id,
          content: sealed ? [...own, ...withheldDevices.map((device) => createWithheldCopy(written, device))] : own,
        });
      });
      if (ready.length === 0) break;
      const answers = await send(ready, conversation).catch((thrown: unknown) => {
        const fault = Fault.of(thrown);
        return ready.map(() => fault);
      });
      ready.forEach(({ id }, index) => results.set(id, answers[index]!));
      const stale = answers.find((answer) => isStale(answer)) as (Fault & { data: Uint8Array }) | undefined;
      if (!stale || round === deviceRoundsMax) break;
      withheldDevices = [...withheldDevices, ...(await refreshDevices(stale.data, conversation))];
      devices = await devicesOf(conversation);
      remaining = remaining.filter(
        ({ id }) => isStale(results.get(id)) || (results.get(id) as Fault).code === 'UNAVAILABLE',
      );
    }
    return rows.map(({ id }) => results.get(id)!);
  }

  return deliver;
}
