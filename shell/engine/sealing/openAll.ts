// Decrypts contents, and compares their encrypted fields with those that arrived unencrypted.
import type { Content, Device } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { OpenedContent } from '../rows/messageOfRow.ts';
import type { Sealer } from './sealer.ts';
import { type Bytes, toText } from '../keys/bytes.ts';
import { assertMatchesClear, fromEnvelope } from './envelope.ts';
import { cryptoFault, toFault } from '../keys/cryptoFault.ts';
import type { Pins } from '../keys/pins.ts';
import { fromEncryptedText } from '../keys/wire.ts';
import type { UnitRunner, UnitContext } from '../keys/unitRunner.ts';

interface OpenAllPorts extends Pick<UnitRunner, 'runUnit'> {
  me: Device;
  now(): number;
  /** Logs a problem with a message. */
  log?: ((messageId: string, fault: Fault) => void) | undefined;
}

export function createOpenAll({ runUnit, me, now, log }: OpenAllPorts): Sealer['openAll'] {
  const isMine = ({ identifier }: Device) => identifier === me.identifier;

  async function openOne(
    { sessions, pins }: UnitContext,
    conversationId: string,
    content: Content,
  ): Promise<OpenedContent> {
    const { sender, message, timestamp } = content;
    try {
      if (message === '') throw cryptoFault('withheld');
      if (!fromEncryptedText(message)) {
        // Own devices send only encrypted messages, so this one is from somebody else.
        if (sender && isMine(sender)) throw cryptoFault('not_sealed');
        return { content: { ...content, encrypted: false } };
      }
      if (!sender) throw cryptoFault('no_session');
      const plain = await sessions.open(sender, message, timestamp);
      const envelope = fromEnvelope(plain);
      const trust = (await pins.isDeviceTrusted(sender)) ? {} : { untrusted: true as const };
      if (!envelope)
        return { content: { ...content, message: await olderText(pins, sender, plain), encrypted: true }, ...trust };
      await pins.recordEnvelope(sender);
      assertMatchesClear(envelope, conversationId, content);
      return { content: { ...content, message: envelope.body, encrypted: true }, envelope, ...trust };
    } catch (thrown) {
      const fault = toFault(thrown);
      log?.(content.id, fault);
      return { content, fault };
    }
  }

  /** The older form covers only the text. From a person who has sent envelopes, it is accepted for a limited time. */
  async function olderText(pins: Pins, { identifier }: Device, plain: Bytes): Promise<string> {
    const since = await pins.firstEnvelopeAt(identifier);
    if (since !== undefined && now() - since > limits.legacyFormGrace) throw cryptoFault('does_not_match');
    return toText(plain);
  }

  return (conversationId, contents, store) => {
    const senders = contents.flatMap((content) => content?.sender ?? []);
    return runUnit(senders, async (unit, commit) => {
      const opened: (OpenedContent | null)[] = [];
      for (const content of contents) opened.push(content && (await openOne(unit, conversationId, content)));
      return store(opened, commit);
    });
  };
}
