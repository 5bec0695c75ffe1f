// Opens what devices have sealed, and compares what it means with what came in clear.
import type { Content, Device } from '@amber/proto';
import type { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { Opened } from '../rows/opened.ts';
import type { Sealer } from './sealer.ts';
import { type Bytes, toText } from '../keys/bytes.ts';
import { compare, fromEnvelope } from './envelope.ts';
import { cryptoFault, toFault } from '../keys/failure.ts';
import type { Pins } from '../keys/identity.ts';
import { fromSealedText } from '../keys/wire.ts';
import type { Work, Working } from '../keys/work.ts';

interface OpeningPorts extends Pick<Work, 'working'> {
  me: Device;
  now(): number;
  /** A problem with a message, for the log. */
  log?: ((messageId: string, fault: Fault) => void) | undefined;
}

export function createOpenAll({ working, me, now, log }: OpeningPorts): Sealer['openAll'] {
  const isMine = ({ identifier }: Device) => identifier === me.identifier;

  async function openOne({ sessions, pins }: Working, conversationId: string, content: Content): Promise<Opened> {
    const { sender, message, timestamp } = content;
    try {
      if (message === '') throw cryptoFault('withheld');
      if (!fromSealedText(message)) {
        // Own devices seal or send nothing: this is somebody else's.
        if (sender && isMine(sender)) throw cryptoFault('not_sealed');
        return { content: { ...content, encrypted: false } };
      }
      if (!sender) throw cryptoFault('no_session');
      const plain = await sessions.open(sender, message, timestamp);
      const said = fromEnvelope(plain);
      const standing = (await pins.trusted(sender)) ? {} : { untrusted: true as const };
      if (!said)
        return { content: { ...content, message: await olderText(pins, sender, plain), encrypted: true }, ...standing };
      await pins.heardEnvelope(sender);
      compare(said, conversationId, content);
      return { content: { ...content, message: said.body, encrypted: true }, said, ...standing };
    } catch (thrown) {
      const fault = toFault(thrown);
      log?.(content.id, fault);
      return { content, fault };
    }
  }

  /** The older form binds only its words. From a person who has sent envelopes it is accepted for a limited time. */
  async function olderText(pins: Pins, { identifier }: Device, plain: Bytes): Promise<string> {
    const since = await pins.envelopesSince(identifier);
    if (since !== undefined && now() - since > limits.olderFormFor) throw cryptoFault('does_not_match');
    return toText(plain);
  }

  return (conversationId, contents, store) => {
    const senders = contents.flatMap((content) => content?.sender ?? []);
    return working(senders, async (here, commit) => {
      const opened: (Opened | null)[] = [];
      for (const content of contents) opened.push(content && (await openOne(here, conversationId, content)));
      return store(opened, commit);
    });
  };
}
