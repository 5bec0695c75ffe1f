// Turns messages into bytes and back, by name.
import './plainNumbers.ts';
import { amber } from '../gen/codec.js';
import type { Input, Messages } from '../gen/types.ts';
import { Fault } from './faults.ts';

/** Nested messages are `Outer_Inner` in types and `Outer.Inner` in the codec. */
function codecOf(name: keyof Messages) {
  const [outer, inner] = name.split('_') as [string, string | undefined];
  const found = amber[outer]!;
  return inner === undefined ? found : found[inner]!;
}

/**
 * The bytes of a message. Fields left out take their defaults.
 * @throws Fault BAD_REQUEST when a value has the wrong shape.
 */
export function encode<Name extends keyof Messages>(name: Name, value: Input<Messages[Name]>): Uint8Array {
  const codec = codecOf(name);
  try {
    return codec.encode(codec.fromObject(value as object)).finish();
  } catch (cause) {
    throw new Fault('BAD_REQUEST', { cause });
  }
}

/**
 * The message in these bytes, as a plain object in which every field is an own property.
 * Unknown fields are passed over; an enum value this build does not know stays a number.
 * @throws Fault BAD_REQUEST when the bytes are no such message.
 */
export function decode<Name extends keyof Messages>(name: Name, bytes: Uint8Array): Messages[Name] {
  const codec = codecOf(name);
  try {
    return plain(codec, codec.decode(bytes)) as Messages[Name];
  } catch (cause) {
    throw new Fault('BAD_REQUEST', { cause });
  }
}

/** Absent fields are prototype defaults in a decoded message: spread and JSON would lose them. */
const plain = (codec: ReturnType<typeof codecOf>, message: object) =>
  codec.toObject(message, { defaults: true, enums: String, longs: Number });
