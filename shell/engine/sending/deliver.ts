// Sends one content to the gateway, sealed for each device or unsealed, and refreshes a stale list of devices.
import type { ConversationRow } from '@amber/client/db';
import type { Api, Content, Device, SendMessageReply } from '@amber/proto';
import { decode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { isSealed } from '../people/privateChats.ts';
import type { TellOutboxNews } from './outboxNews.ts';
import { createSealCopies, type SealCopiesPorts, withheld } from './sealCopies.ts';
import type { Waiting } from './waiting.ts';

interface DeliverPorts extends SealCopiesPorts {
  api: Api;
  devicesOf(conversation: ConversationRow): Promise<Device[]>;
  tell: TellOutboxNews;
}

/** How often a message is sealed again for a device list that turns out to be stale again. */
const deviceRounds = 3;

/** @throws Fault of the call; NOT_MEMBER where the conversation is gone; those of sealing. */
export type Deliver = (waiting: Waiting & { content: Content }) => Promise<SendMessageReply>;

export function createDeliver({ api, devicesOf, tell, ...ports }: DeliverPorts): Deliver {
  const { db, me } = ports;
  const seal = createSealCopies(ports);

  /**
   * Fetches the devices that the chat's people have now. Returns the others' devices that the gateway counts in
   * although nothing is sealed for them.
   */
  async function mendDevices(data: Uint8Array, conversation: ConversationRow): Promise<Device[]> {
    const { missing: all, extra } = decode('DevicesChanged', data);
    const isOfChat = ({ identifier }: Device) =>
      identifier === me.identifier || conversation.userInfo.some((user) => user.identifier === identifier);
    const missing = all.filter(isOfChat);
    await db.transaction('rw', db.bundles, async () => {
      await db.bundles.bulkDelete(extra.map(({ identifier, deviceId }) => [identifier, deviceId]));
      await db.bundles.bulkPut(missing);
    });
    tell({
      type: 'devicesChanged',
      identifiers: [...new Set([...missing, ...extra].map(({ identifier }) => identifier))],
    });
    return all.filter((device) => !isOfChat(device));
  }

  /** Sends one content to the gateway; after a stale device list is refreshed, the same id is sent again. */
  async function deliver({
    content: written,
    conversation,
    devices,
    allowUnencrypted,
  }: Waiting & { content: Content }): Promise<SendMessageReply> {
    if (!conversation) throw new Fault('NOT_MEMBER');
    const { type, spaceId, conversionId: conversationId } = conversation;
    const send = type === 'private' ? api.message.sendPrivateMessage : api.message.sendGroupMessage;
    // The command that switches sealing is sealed, whether it is on or off.
    const sealed = isSealed(conversation, me) || (type === 'private' && written.cmdId === 'encrypt');
    let strangers: Device[] = [];
    if (!written.cmdId && written.encrypted !== sealed)
      await db.messages.update(written.id, { 'content.encrypted': sealed });
    for (let round = 1; ; round += 1) {
      const content = sealed
        ? [
            ...(await seal(written, conversation, devices, allowUnencrypted)),
            ...strangers.map((device) => withheld(written, device)),
          ]
        : [{ ...written, encrypted: false }];
      try {
        return await send({
          id: written.id,
          conversation: { spaceId, conversationId, conversationType: type },
          content,
        });
      } catch (thrown) {
        const fault = Fault.of(thrown);
        if (fault.code !== 'DEVICES_CHANGED' || !fault.data || round === deviceRounds) throw thrown;
        strangers = [...strangers, ...(await mendDevices(fault.data, conversation))];
        devices = await devicesOf(conversation);
      }
    }
  }

  return deliver;
}
