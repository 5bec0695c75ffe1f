// The content of a seal: everything a message means, in one form that also hides its length.
import type { Content, Sealed } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { type Bytes, bytesOf, equal } from '../keys/bytes.ts';
import { cryptoFault } from '../keys/cryptoFault.ts';
import { envelopeForm } from '../keys/envelopeForm.ts';

const blockLength = 160;
const endMarker = 0x80;

/** Byte 0x01, the message, 0x80, zeros up to a multiple of 160 bytes. */
export function toEnvelope(sealed: Sealed): Bytes {
  const body = encode('Sealed', sealed);
  const whole = new Uint8Array(Math.ceil((body.length + 2) / blockLength) * blockLength);
  whole[0] = envelopeForm;
  whole.set(body, 1);
  whole[body.length + 1] = endMarker;
  return whole;
}

/** Undefined for the older form, the bare text of a body. @throws Fault does_not_match for a damaged one. */
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

/** What a content means, to be sealed in this conversation. */
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

/** The fields that the gateway sends too. `sentAt` and the rest it does not know. */
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

/** @throws Fault does_not_match where one of the compared fields differs in clear. */
export function assertMatchesClear(sealed: Sealed, conversationId: string, content: Content): void {
  if (!equal(clearFieldsOf(sealed), clearFieldsOf(sealedOf(conversationId, content))))
    throw cryptoFault('does_not_match');
}
