// Sends contents to the gateway, sealed for each device or unsealed, and refreshes a stale list of devices.
import type { ConversationRow } from '@amber/client/db';
import type { Api, Content, Device, SendMessageReply } from '@amber/proto';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { isSealed } from '../rows/people/privateChats.ts';
import type { EmitOutboxEvent } from './outboxEvent.ts';
import { createSealCopies, type SealCopiesPorts, createWithheldCopy, type QueuedMessage } from './sealCopies.ts';
import type { SendBatch } from './queuedRows.ts';

export interface DeliverPorts extends SealCopiesPorts {
  api: Api;
  devicesOf(conversation: ConversationRow): Promise<Device[]>;
  emitOutboxEvent: EmitOutboxEvent;
}

/** How often a message is sealed again for a device list that turns out to be stale again. */
const deviceRoundsMax = 3;

/** The gateway's answer to one content, or why it was not sent. */
export type SendResult = SendMessageReply | Fault;

interface ReadyBatch extends Omit<SendBatch, 'rows'> {
  rows: QueuedMessage[];
}

/** One result for each, in their order. @throws Fault of the call; NOT_MEMBER where the conversation is gone. */
export type Deliver = (ready: ReadyBatch) => Promise<SendResult[]>;

export function createDeliver({ api, devicesOf, emitOutboxEvent, ...ports }: DeliverPorts): Deliver {
  const { db, me } = ports;
  const seal = createSealCopies(ports);

  /**
   * Fetches the devices that the chat's people have now. Returns the others' devices that the gateway counts in
   * although nothing is sealed for them.
   */
  async function refreshDevices(data: Uint8Array, conversation: ConversationRow): Promise<Device[]> {
    const { missing: all, extra, unapproved } = decode('DevicesChanged', data);
    const unapprovedKeys = new Set(unapproved.map(({ identifier, deviceId }) => `${identifier}:${deviceId}`));
    const isOfChat = ({ identifier }: Device) =>
      identifier === me.identifier || conversation.userInfo.some((user) => user.identifier === identifier);
    const missing = all.filter(isOfChat).map((device) => ({
      ...device,
      ...(unapprovedKeys.has(`${device.identifier}:${device.deviceId}`) && { unapproved: true }),
    }));
    await db.transaction('rw', db.bundles, async () => {
      await db.bundles.bulkDelete(extra.map(({ identifier, deviceId }) => [identifier, deviceId]));
      await db.bundles.bulkPut(missing);
    });
    emitOutboxEvent({
      type: 'devicesChanged',
      identifiers: [...new Set([...missing, ...extra].map(({ identifier }) => identifier))],
    });
    return all.filter((device) => !isOfChat(device));
  }

  type SealedMessage = { id: string; content: Content[] };

  /** One by the specification's call, several in one call. @throws Fault, one for them all. */
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

  /** After a stale device list is refreshed, the same ids are sent again. */
  async function deliver({ rows, conversation, devices }: ReadyBatch): Promise<SendResult[]> {
    if (!conversation) throw new Fault('NOT_MEMBER');
    const isPrivate = conversation.type === 'private';
    // The command that switches sealing is sealed, whether it is on or off.
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
        // Those behind one that does not go are sealed again: they must not name it.
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
