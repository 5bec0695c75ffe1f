// The wire format of encrypted texts: the prefix, and the checks of a Signal message before the library parses it.
import { type Bytes, bytesOf, concat, fromBase64, toBase64 } from './bytes.ts';
import { cryptoFault } from './cryptoFault.ts';

/** '03' starts a session, '02' belongs to an existing one. */
export type Prefix = '03' | '02';

export interface EncryptedMessage {
  prefix: Prefix;
  bytes: Bytes;
}

const encryptedText = /^(0[32])([A-Za-z0-9+/]+={0,2})$/;

export const toEncryptedText = ({ prefix, bytes }: EncryptedMessage): string => prefix + toBase64(bytes);

/**
 * Parses an encrypted text. Returns null for an unencrypted one: the text of a body is JSON, which never looks like
 * this.
 * @throws Fault bad_mac if its base64 is damaged.
 */
export function fromEncryptedText(text: string): EncryptedMessage | null {
  const [, prefix, base64 = ''] = encryptedText.exec(text) ?? [];
  if (!prefix) return null;
  try {
    return { prefix: prefix as Prefix, bytes: fromBase64(base64) };
  } catch (cause) {
    throw cryptoFault('bad_mac', cause);
  }
}

interface Field {
  number: number;
  value: number | Bytes;
  /** The offset of the field, tag included. */
  start: number;
  end: number;
}

const version = 0x33;
const macLength = 8;

/**
 * Returns the fields of a protobuf message that has only varints and bytes. @throws Fault bad_mac for anything else.
 */
function readFields(bytes: Bytes): Field[] {
  let at = 0;
  function varint(): number {
    for (let value = 0, factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    throw cryptoFault('bad_mac');
  }
  const fields: Field[] = [];
  while (at < bytes.length) {
    const start = at;
    const tag = varint();
    const type = tag & 7;
    const size = varint();
    if (type === 2) at += size;
    if ((type !== 0 && type !== 2) || at > bytes.length) throw cryptoFault('bad_mac');
    fields.push({
      number: tag >>> 3,
      value: type === 0 ? size : bytesOf(bytes.subarray(at - size, at)),
      start,
      end: at,
    });
  }
  return fields;
}

const lastValue = (fields: Field[], number: number) => fields.findLast((field) => field.number === number)?.value;

function bytesIn(fields: Field[], number: number, length?: number): Bytes {
  const value = lastValue(fields, number);
  if (!(value instanceof Uint8Array) || (length !== undefined && value.length !== length)) throw cryptoFault('bad_mac');
  return value;
}

/** Returns a key of 33 bytes, the first of which is Curve25519's type byte. */
function publicKeyIn(fields: Field[], number: number): Bytes {
  const key = bytesIn(fields, number, 33);
  if (key[0] !== 5) throw cryptoFault('bad_mac');
  return key;
}

function numberIn(fields: Field[], number: number): number {
  const value = lastValue(fields, number) ?? 0;
  if (typeof value !== 'number') throw cryptoFault('bad_mac');
  return value;
}

function withoutVersion(bytes: Bytes): Bytes {
  if (bytes[0] !== version) throw cryptoFault('bad_mac');
  return bytesOf(bytes.subarray(1));
}

export interface SignalMessage {
  ratchetKey: Bytes;
  counter: number;
}

/** @throws Fault bad_mac if it is not a normal message. */
export function readNormal(bytes: Bytes): SignalMessage {
  if (bytes.length < 1 + macLength) throw cryptoFault('bad_mac');
  const fields = readFields(withoutVersion(bytesOf(bytes.subarray(0, -macLength))));
  bytesIn(fields, 4);
  return { ratchetKey: publicKeyIn(fields, 1), counter: numberIn(fields, 2) };
}

export interface PreKeySignalMessage {
  /** The id of the one-time prekey; 0 if none was used. */
  preKeyId: number;
  signedPreKeyId: number;
  registrationId: number;
  baseKey: Bytes;
  identityKey: Bytes;
  /** The normal message inside it. */
  message: Bytes;
}

/** @throws Fault bad_mac if it is not a first message. */
export function readFirst(bytes: Bytes): PreKeySignalMessage {
  const fields = readFields(withoutVersion(bytes));
  const message = bytesIn(fields, 4);
  readNormal(message);
  return {
    preKeyId: numberIn(fields, 1),
    baseKey: publicKeyIn(fields, 2),
    identityKey: publicKeyIn(fields, 3),
    message,
    registrationId: numberIn(fields, 5),
    signedPreKeyId: numberIn(fields, 6),
  };
}

/**
 * Removes a one-time key id of 0. The library writes it for 'no one-time key', but other implementations look it up and
 * do not find it.
 */
export function withoutZeroPreKey(bytes: Bytes): Bytes {
  const body = withoutVersion(bytes);
  const zero = readFields(body).find(({ number, value }) => number === 1 && value === 0);
  return zero ? concat(bytes.subarray(0, 1), body.subarray(0, zero.start), body.subarray(zero.end)) : bytes;
}
