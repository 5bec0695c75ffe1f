// The plaintext of an envelope: all fields of a message, padded to hide its length.
import type { Content, Sealed } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { type Bytes, bytesOf, equal } from '../keys/bytes.ts';
import { cryptoFault } from '../keys/cryptoFault.ts';
import { envelopeForm } from '../keys/envelopeForm.ts';

const blockLength = 160;
const endMarker = 0x80;

/** Returns the byte 0x01, the message, 0x80, and zeros up to a multiple of 160 bytes. */
export function toEnvelope(sealed: Sealed): Bytes {
  const body = encode('Sealed', sealed);
  const whole = new Uint8Array(Math.ceil((body.length + 2) / blockLength) * blockLength);
  whole[0] = envelopeForm;
  whole.set(body, 1);
  whole[body.length + 1] = endMarker;
  return whole;
}

/**
 * Parses an envelope. Returns undefined for the older form, which is the bare text of a body.
 * @throws Fault does_not_match for a damaged envelope.
 */
export function fromEnvelope(bytes: Bytes): Sealed | undefined {
  if (bytes[0] !== envelopeForm) return undefined;
  const last = bytes.findLastIndex((byte) => byte !== 0);
  if (bytes.length % blockLength !== 0 || last < 1 || bytes[last] !== endMarker) throw cryptoFault('does_not_match');
  try {
    return decode('Sealed', bytesOf(bytes.subarray(1, last)));
  } catch (cause) {
    throw cryptoFault('does_not_match', cause);
  }
}

/** Returns the fields of a content that are encrypted, for this conversation. */
export const sealedOf = (
  conversationId: string,
  { id, sender, type, cmdId, targets, timestamp, message }: Content,
): Sealed => ({
  conversationId,
  id,
  sender,
  type,
  cmdId,
  targets: [...new Set(targets)],
  sentAt: timestamp,
  body: message,
  before: [],
  beforeAt: [],
  seen: '',
  read: '',
  heads: [],
});

/** Returns the fields that the gateway also sends unencrypted. It does not know `sentAt` and the rest. */
const clearFieldsOf = ({ conversationId, id, sender, type, cmdId, targets }: Sealed): Bytes =>
  bytesOf(
    encode('Sealed', {
      conversationId,
      id,
      sender: { identifier: sender?.identifier ?? '', deviceId: sender?.deviceId ?? '' },
      type,
      cmdId,
      targets,
    }),
  );

/** @throws Fault does_not_match if one of the compared fields differs from its unencrypted value. */
export function assertMatchesClear(sealed: Sealed, conversationId: string, content: Content): void {
  if (!equal(clearFieldsOf(sealed), clearFieldsOf(sealedOf(conversationId, content))))
    throw cryptoFault('does_not_match');
}
