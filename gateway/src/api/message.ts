// Sending, catching up, reading.
import type { Content, Conversation_Type } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { subjects } from '../bus.ts';
import { checkDeviceId, checkMessageId } from '../checks.ts';
import type { CallsOf, Handler, Parts } from '../handler.ts';

/** Text may be many bytes a letter, and sealing adds to it. */
const bytesPerLetter = 8;
/** A content's short fields together. */
const shortFieldsMax = 1_024;
const cursorsMax = 10_000;

export const messageCalls = ({ store: { pool }, bus, clock, limits, sendQueue, catchUp, acks, conversations }: Parts): CallsOf<'message'> => {
  const messageMax = limits.textMax * bytesPerLetter;

  /** @throws Fault TOO_LARGE, BAD_REQUEST */
  function checkContent({ message, type, cmdId }: Content): void {
    if (Buffer.byteLength(message) > messageMax) throw new Fault('TOO_LARGE');
    if (type.length + cmdId.length > shortFieldsMax) throw new Fault('BAD_REQUEST');
  }

  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  /** Either one content for all, or one per device; what the gateway knows better it writes itself. */
  function forms(contents: Content[], id: string, sender: { identifier: string; deviceId: string }, timestamp: number) {
    contents.forEach(checkContent);
    const bytes = (content: Content) => encode('Content', { ...content, id, sender, timestamp });
    const [first] = contents;
    if (contents.length === 1 && first && !first.to) {
      if (!isJson(first.message)) throw new Fault('BAD_REQUEST');
      return { body: bytes(first), copies: null };
    }
    const copies = contents.map((content) => {
      if (!content.to) throw new Fault('BAD_REQUEST');
      checkDeviceId(content.to.deviceId);
      checkDeviceId(content.to.identifier);
      return { identifier: content.to.identifier, device: content.to.deviceId, envelope: bytes(content) };
    });
    const devices = new Set(copies.map(({ identifier, device }) => `${identifier} ${device}`));
    if (devices.size !== copies.length) throw new Fault('BAD_REQUEST');
    return { body: null, copies };
  }

  const send = (type: Conversation_Type): Handler<'message.sendPrivateMessage' | 'message.sendGroupMessage'> =>
    async ({ id, conversation, content }, { identifier, device }) => {
      checkMessageId(id);
      const ts = clock();
      const { seq, epoch, ts: timestamp } = await sendQueue.send({
        conversation: conversation?.conversationId ?? '', type, id, sender: identifier, device, ts,
        ...forms(content, id, { identifier, deviceId: device }, ts),
      });
      return { id, timestamp, epoch, seq };
    };

  return {
    'message.sendPrivateMessage': send('private'),
    'message.sendGroupMessage': send('group'),

    async 'message.sync'({ cursors }, actor) {
      if (cursors.length > cursorsMax) throw new Fault('BAD_REQUEST');
      await acks.confirm(actor, cursors);
      return catchUp.sync(actor, cursors);
    },

    async 'message.history'({ conversationId, beforeSeq, limit }, actor) {
      const { joined_seq } = await conversations.one(actor.identifier, conversationId);
      return { rows: await catchUp.history(actor, conversationId, joined_seq, beforeSeq, limit || limits.timelinePage) };
    },

    async 'message.read'({ conversationId, seq }, { identifier, device }) {
      const { rows: [moved] } = await pool.query<{ read_seq: number }>(
        `update member m set read_seq = least($3, c.last_seq) from conversation c
         where c.id = m.conversation and m.conversation = $1 and m.identifier = $2 and m.read_seq < least($3, c.last_seq)
         returning m.read_seq`,
        [conversationId, identifier, seq],
      );
      if (!moved) return { seq: (await conversations.one(identifier, conversationId)).read_seq };
      bus.publish(subjects.person(identifier), {
        kind: 'notice', exceptDevice: device, notify: { type: 'read', conversationId, identifier, seq: moved.read_seq },
      });
      return { seq: moved.read_seq };
    },
  };
};
