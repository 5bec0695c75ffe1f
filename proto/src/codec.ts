// Turns messages into bytes and back, by name: reads the table of layouts that is made from the .proto files.
import { enums, layouts } from '../gen/layouts.ts';
import type { Input, Messages } from '../gen/types.ts';
import { Fault } from './faults.ts';
import { Reader, type ReaderOf, wireTypes, Writer, type WriterOf } from './wire.ts';

/** How values of one type are written, read, and missing. */
interface Kind {
  wireType: number;
  /** What is not sent, and stands where nothing was sent. */
  absent: unknown;
  write(writer: WriterOf, value: unknown): void;
  read(reader: ReaderOf, before: unknown, depth: number): unknown;
}

interface Field {
  number: number;
  name: string;
  isRepeated: boolean;
  kind: Kind;
}

type Message = Record<string, unknown>;

/** Deeper than any message of ours; what comes from outside may be deeper. */
const deepest = 100;

function must<T>(value: unknown, isRight: boolean, wanted: string): T {
  if (!isRight) throw new TypeError(`${wanted} expected, not ${typeof value}`);
  return value as T;
}

const scalars: Record<string, Kind> = {
  string: {
    wireType: wireTypes.delimited, absent: '',
    write: (writer, value) => writer.string(must(value, typeof value === 'string', 'text')),
    read: (reader) => reader.string(),
  },
  bytes: {
    wireType: wireTypes.delimited, absent: new Uint8Array(0),
    write: (writer, value) => writer.bytes(must(value, value instanceof Uint8Array, 'bytes')),
    read: (reader) => reader.bytes(),
  },
  bool: {
    wireType: wireTypes.varint, absent: false,
    write: (writer, value) => writer.bool(must(value, typeof value === 'boolean', 'true or false')),
    read: (reader) => reader.bool(),
  },
  int32: {
    wireType: wireTypes.varint, absent: 0,
    write: (writer, value) => writer.int32(must(value, Number.isInteger(value), 'a whole number')),
    read: (reader) => reader.int32(),
  },
  // Every int64 of ours is a time, a sequence or a size: all far below 2^53.
  int64: {
    wireType: wireTypes.varint, absent: 0,
    write: (writer, value) => writer.int64(must(value, Number.isInteger(value), 'a whole number')),
    read: (reader) => reader.int64() as unknown as number,
  },
};

/** An enum's values are their names; one that this build does not know is a number. */
function enumKind(values: Readonly<Record<string, number>>): Kind {
  const names = new Map(Object.entries(values).map(([name, number]) => [number, name]));
  const numberOf = (value: unknown) => typeof value === 'string' && Object.hasOwn(values, value) ? values[value] : value;
  return {
    wireType: wireTypes.varint, absent: names.get(0),
    write: (writer, value) => scalars['int32']!.write(writer, numberOf(value)),
    read: (reader) => {
      const number = reader.int32();
      return names.get(number) ?? number;
    },
  };
}

const messageKind = (name: string): Kind => ({
  wireType: wireTypes.delimited, absent: null,
  write(writer, value) {
    writer.fork();
    write(writer, name, must(value, typeof value === 'object', 'an object'));
    writer.ldelim();
  },
  // Two of a field that is one message are its two halves.
  read: (reader, before, depth) => read(name, reader.bytes(), depth + 1, before as Message | null),
});

const kindOf = (type: string): Kind => scalars[type] ?? (enums[type] ? enumKind(enums[type]) : messageKind(type));

interface Layout {
  fields: Field[];
  byNumber: Map<number, Field>;
}

const known = new Map<string, Layout>();

/** A message's layout, made from its row of the table when it is first met. */
function layoutOf(name: string): Layout {
  const before = known.get(name);
  if (before) return before;
  const fields = layouts[name]!.map(([number, field, type, mark]) => ({ number, name: field, kind: kindOf(type), isRepeated: mark === 'repeated' }));
  const layout = { fields, byNumber: new Map(fields.map((field) => [field.number, field])) };
  known.set(name, layout);
  return layout;
}

function writeField(writer: WriterOf, { number, kind }: Field, value: unknown): void {
  writer.uint32(number * 8 + kind.wireType);
  kind.write(writer, value);
}

function writeList(writer: WriterOf, field: Field, list: readonly unknown[]): void {
  if (list.length === 0) return;
  if (field.kind.wireType === wireTypes.delimited) return list.forEach((value) => writeField(writer, field, value));
  // Numbers share one tag and one length.
  writer.uint32(field.number * 8 + wireTypes.delimited).fork();
  for (const value of list) field.kind.write(writer, value);
  writer.ldelim();
}

function write(writer: WriterOf, name: string, message: Message): void {
  for (const field of layoutOf(name).fields) {
    const value = message[field.name];
    if (value === undefined || value === null) continue;
    if (field.isRepeated) writeList(writer, field, must(value, Array.isArray(value), 'a list'));
    else if (value !== field.kind.absent) writeField(writer, field, value);
  }
}

function readInto(message: Message, field: Field, reader: ReaderOf, wireType: number, depth: number): void {
  const { name, kind, isRepeated } = field;
  if (wireType === kind.wireType) {
    const value = kind.read(reader, isRepeated ? null : message[name], depth);
    if (isRepeated) (message[name] as unknown[]).push(value);
    else message[name] = value;
  } else if (isRepeated && wireType === wireTypes.delimited) {
    const packed = Reader.create(reader.bytes());
    while (packed.pos < packed.len) (message[name] as unknown[]).push(kind.read(packed, null, depth));
  } else reader.skipType(wireType);
}

function read(name: string, bytes: Uint8Array, depth: number, before: Message | null): Message {
  if (depth > deepest) throw new RangeError('too deep');
  const { fields, byNumber } = layoutOf(name);
  const message = before ?? {};
  if (!before) for (const { name: field, isRepeated, kind } of fields) message[field] = isRepeated ? [] : kind.absent;
  const reader = Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    const field = byNumber.get(tag >>> 3);
    if (field) readInto(message, field, reader, tag & 7, depth);
    else reader.skipType(tag & 7);
  }
  return message;
}

const orBadRequest = <T>(attempt: () => T): T => {
  try {
    return attempt();
  } catch (cause) {
    throw new Fault('BAD_REQUEST', { cause });
  }
};

/**
 * The bytes of a message. Fields left out take their defaults.
 * @throws Fault BAD_REQUEST when a value has the wrong shape.
 */
export const encode = <Name extends keyof Messages>(name: Name, value: Input<Messages[Name]>): Uint8Array =>
  orBadRequest(() => {
    const writer = Writer.create();
    write(writer, name, value as Message);
    return writer.finish();
  });

/**
 * The message in these bytes, as a plain object in which every field is an own property.
 * Unknown fields are passed over; an enum value this build does not know stays a number.
 * @throws Fault BAD_REQUEST when the bytes are no such message.
 */
export const decode = <Name extends keyof Messages>(name: Name, bytes: Uint8Array): Messages[Name] =>
  orBadRequest(() => read(name, bytes, 0, null) as unknown as Messages[Name]);
