// Encodes and decodes messages by name, from the layout table generated from the .proto files.
import { enums, layouts } from '../gen/layouts.ts';
import type { Input, Messages } from '../gen/types.ts';
import { Fault } from './faults.ts';
import { Reader, type WireReader, wireTypes, Writer, type WireWriter } from './wire.ts';

/** How to write and read the values of a type, and its default. */
interface FieldType {
  wireType: number;
  /** The default: omitted from the encoding, and returned when the field is absent. */
  defaultValue: unknown;
  write(writer: WireWriter, value: unknown): void;
  /** A function that reads the value or, for a nested message, the name of the layout that decodes it. */
  read: string | ((reader: WireReader) => unknown);
}

/** A field's limits: the number of values if repeated, and the bytes of each text or bytes value. */
export interface FieldLimit {
  items?: number;
  bytes?: number;
}

/** The limits of fields, by message and field name. */
export type FieldLimits = Readonly<Record<string, Readonly<Record<string, FieldLimit>>>>;

interface Field extends FieldLimit {
  number: number;
  name: string;
  isRepeated: boolean;
  type: FieldType;
}

type Message = Record<string, unknown>;

/**
 * The property that holds the fields of a message which this build does not know, as received. They are written again
 * with the message, so that what a newer build has stored survives an older one that changes another field. The name is
 * that of protobufjs. A symbol would not survive a structured clone, such as a row of the browser's database.
 */
const unknownFields = '$unknowns';

/** Returns the message without the fields that this build does not know, for readers who may not see all of it. */
export const withoutUnknownFields = <T extends object>(message: T): T => ({ ...message, [unknownFields]: undefined });

/** The maximum nesting depth: our own messages stay far below it, but untrusted input may exceed it. */
const maxDepth = 100;

function expectType<T>(value: unknown, isValid: boolean, expected: string): T {
  if (!isValid) throw new TypeError(`${expected} expected, not ${typeof value}`);
  return value as T;
}

const scalars: Record<string, FieldType> = {
  string: {
    wireType: wireTypes.delimited,
    defaultValue: '',
    write: (writer, value) => writer.string(expectType(value, typeof value === 'string', 'text')),
    read: (reader) => reader.string(),
  },
  bytes: {
    wireType: wireTypes.delimited,
    defaultValue: new Uint8Array(0),
    write: (writer, value) => writer.bytes(expectType(value, value instanceof Uint8Array, 'bytes')),
    read: (reader) => reader.bytes(),
  },
  bool: {
    wireType: wireTypes.varint,
    defaultValue: false,
    write: (writer, value) => writer.bool(expectType(value, typeof value === 'boolean', 'true or false')),
    read: (reader) => reader.bool(),
  },
  int32: {
    wireType: wireTypes.varint,
    defaultValue: 0,
    write: (writer, value) => writer.int32(expectType(value, Number.isInteger(value), 'a whole number')),
    read: (reader) => reader.int32(),
  },
  // Every int64 in our messages is a time, a sequence or a size: all far below 2^53.
  int64: {
    wireType: wireTypes.varint,
    defaultValue: 0,
    write: (writer, value) => writer.int64(expectType(value, Number.isInteger(value), 'a whole number')),
    read: (reader) => reader.int64() as unknown as number,
  },
};

/** Creates the field type of an enum. Its values are their names; one that this build does not know stays a number. */
function enumType(values: Readonly<Record<string, number>>): FieldType {
  const names = new Map(Object.entries(values).map(([name, number]) => [number, name]));
  const numberOf = (value: unknown) =>
    typeof value === 'string' && Object.hasOwn(values, value) ? values[value] : value;
  return {
    wireType: wireTypes.varint,
    defaultValue: names.get(0),
    write: (writer, value) => scalars['int32']!.write(writer, numberOf(value)),
    read: (reader) => {
      const number = reader.int32();
      return names.get(number) ?? number;
    },
  };
}

const messageType = (name: string): FieldType => ({
  wireType: wireTypes.delimited,
  defaultValue: null,
  write(writer, value) {
    writer.fork();
    write(writer, name, expectType(value, typeof value === 'object', 'an object'));
    writer.ldelim();
  },
  read: name,
});

const fieldTypeOf = (type: string): FieldType =>
  scalars[type] ?? (enums[type] ? enumType(enums[type]) : messageType(type));

/** Whether this message's layout is loaded: an engine starts without those that are rarely used. */
export const hasLayout = (name: keyof Messages): boolean => Object.hasOwn(layouts, name);

/** Adds the layouts of more messages, and their enums. */
export function addLayouts(more: { layouts: typeof layouts; enums: typeof enums }): void {
  Object.assign(layouts, more.layouts);
  Object.assign(enums, more.enums);
}

interface Layout {
  fields: Field[];
  byNumber: Map<number, Field>;
}

/** Returns a function that finds a message's layout, which is built from the table on first use. */
function createLayouts(fieldLimits: FieldLimits) {
  const cache = new Map<string, Layout>();
  return (name: string): Layout => {
    const existing = cache.get(name);
    if (existing) return existing;
    const messageLimits = fieldLimits[name] ?? {};
    const fields = layouts[name]!.map(([number, field, type, label]) => ({
      number,
      name: field,
      type: fieldTypeOf(type),
      isRepeated: label === 'repeated',
      ...messageLimits[field],
    }));
    const layout = { fields, byNumber: new Map(fields.map((field) => [field.number, field])) };
    cache.set(name, layout);
    return layout;
  };
}

const layoutOf = createLayouts({});

function writeField(writer: WireWriter, { number, type }: Field, value: unknown): void {
  writer.uint32(number * 8 + type.wireType);
  type.write(writer, value);
}

function writeList(writer: WireWriter, field: Field, list: readonly unknown[]): void {
  if (list.length === 0) return;
  if (field.type.wireType === wireTypes.delimited) return list.forEach((value) => writeField(writer, field, value));
  // Repeated numbers are packed: they share one tag and one length.
  writer.uint32(field.number * 8 + wireTypes.delimited).fork();
  for (const value of list) field.type.write(writer, value);
  writer.ldelim();
}

function write(writer: WireWriter, name: string, message: Message): void {
  for (const field of layoutOf(name).fields) {
    const value = message[field.name];
    if (value === undefined || value === null) continue;
    if (field.isRepeated) writeList(writer, field, expectType(value, Array.isArray(value), 'a list'));
    else if (value !== field.type.defaultValue) writeField(writer, field, value);
  }
  const unknown = message[unknownFields];
  if (unknown instanceof Uint8Array) writer.raw(unknown);
}

/** Checks the length prefix of a text or bytes value before it is read. */
function checkLength(reader: WireReader, maxLength: number): void {
  const at = reader.pos;
  const length = reader.uint32();
  if (length > maxLength) throw new Fault('TOO_LARGE');
  reader.pos = at;
}

/** Skips an unknown field. Groups are not supported, because they nest to any depth. */
function skip(reader: WireReader, wireType: number): void {
  if (wireType === wireTypes.group) throw new RangeError('a group');
  reader.skipType(wireType);
}

/** Joins the unknown fields of two parts of a message. */
function concat(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    joined.set(part, end);
    end += part.length;
  }
  return joined;
}

interface ReadOptions {
  /** The maximum number of fields without effect in a message: unknown ones and repetitions. */
  maxExtraFields: number;
  keepsUnknownFields: boolean;
}

/** Creates the decoder of messages. */
function createRead(layout: (name: string) => Layout, { maxExtraFields, keepsUnknownFields }: ReadOptions) {
  function readValue({ type, bytes }: Field, reader: WireReader, existing: unknown, depth: number): unknown {
    if (bytes !== undefined) checkLength(reader, bytes);
    // Two occurrences of a nested message field are merged, as the Protocol Buffers specification requires.
    return typeof type.read === 'string'
      ? read(type.read, reader.bytes(), depth + 1, existing as Message | null)
      : type.read(reader);
  }

  function add(list: unknown[], field: Field, reader: WireReader, depth: number): void {
    if (list.length >= (field.items ?? Infinity)) throw new Fault('TOO_LARGE');
    list.push(readValue(field, reader, null, depth));
  }

  /** Returns false, and reads nothing, if the value has the wrong type. */
  function readInto(message: Message, field: Field, reader: WireReader, wireType: number, depth: number): boolean {
    const { name, type, isRepeated } = field;
    const list = message[name] as unknown[];
    if (wireType === type.wireType) {
      if (isRepeated) add(list, field, reader, depth);
      else message[name] = readValue(field, reader, message[name], depth);
    } else if (isRepeated && wireType === wireTypes.delimited) {
      const packed = Reader.create(reader.bytes());
      while (packed.pos < packed.len) add(list, field, packed, depth);
    } else return false;
    return true;
  }

  function read(name: string, bytes: Uint8Array, depth: number, existing: Message | null): Message {
    if (depth > maxDepth) throw new RangeError('too deep');
    const { fields, byNumber } = layout(name);
    const message = existing ?? {};
    if (!existing)
      for (const { name: field, isRepeated, type } of fields) message[field] = isRepeated ? [] : type.defaultValue;
    const reader = Reader.create(bytes);
    let extraFields = -fields.length;
    const unknown: Uint8Array[] = [];
    while (reader.pos < reader.len) {
      const start = reader.pos;
      const tag = reader.uint32();
      const field = byNumber.get(tag >>> 3);
      if (!field?.isRepeated || (tag & 7) !== field.type.wireType) extraFields += 1;
      if (extraFields > maxExtraFields) throw new Fault('TOO_LARGE');
      if (field && readInto(message, field, reader, tag & 7, depth)) continue;
      skip(reader, tag & 7);
      if (keepsUnknownFields) unknown.push(bytes.subarray(start, reader.pos));
    }
    if (unknown.length > 0)
      message[unknownFields] = concat([(message[unknownFields] as Uint8Array | undefined) ?? [], unknown].flat());
    return message;
  }

  return read;
}

const orBadRequest = <T>(attempt: () => T): T => {
  try {
    return attempt();
  } catch (cause) {
    throw cause instanceof Fault ? cause : new Fault('BAD_REQUEST', { cause });
  }
};

/**
 * Encodes a message. Omitted fields take their defaults.
 * @throws Fault BAD_REQUEST when a value has the wrong type.
 */
export const encode = <Name extends keyof Messages>(name: Name, value: Input<Messages[Name]>): Uint8Array =>
  orBadRequest(() => {
    const writer = Writer.create();
    write(writer, name, value as Message);
    return writer.finish();
  });

const read = createRead(layoutOf, { maxExtraFields: Infinity, keepsUnknownFields: true });

/**
 * Decodes these bytes to a plain object in which every field is an own property. `encode` writes unknown fields again;
 * an unknown enum value stays a number.
 * @throws Fault BAD_REQUEST for invalid bytes.
 */
export const decode = <Name extends keyof Messages>(name: Name, bytes: Uint8Array): Messages[Name] =>
  orBadRequest(() => read(name, bytes, 0, null) as unknown as Messages[Name]);

/**
 * Like `decode`, but stops at the first field over its limit, and drops unknown fields: nobody has checked them, and a
 * newer build may trust a field of that number in what is stored.
 * @throws Fault BAD_REQUEST, TOO_LARGE
 */
export function createBoundedDecode(fieldLimits: FieldLimits, maxExtraFields: number): typeof decode {
  const boundedRead = createRead(createLayouts(fieldLimits), { maxExtraFields, keepsUnknownFields: false });
  return (name, bytes) => orBadRequest(() => boundedRead(name, bytes, 0, null) as never);
}
