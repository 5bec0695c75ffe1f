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
  /** A message's name is read by whoever reads the message around it. */
  read: string | ((reader: ReaderOf) => unknown);
}

/** How much a field may hold: values, where there may be several, and bytes of each text. */
export interface FieldLimit {
  items?: number;
  bytes?: number;
}

/** The limits of messages' fields, by both their names. */
export type FieldLimits = Readonly<Record<string, Readonly<Record<string, FieldLimit>>>>;

interface Field extends FieldLimit {
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
    wireType: wireTypes.delimited,
    absent: '',
    write: (writer, value) => writer.string(must(value, typeof value === 'string', 'text')),
    read: (reader) => reader.string(),
  },
  bytes: {
    wireType: wireTypes.delimited,
    absent: new Uint8Array(0),
    write: (writer, value) => writer.bytes(must(value, value instanceof Uint8Array, 'bytes')),
    read: (reader) => reader.bytes(),
  },
  bool: {
    wireType: wireTypes.varint,
    absent: false,
    write: (writer, value) => writer.bool(must(value, typeof value === 'boolean', 'true or false')),
    read: (reader) => reader.bool(),
  },
  int32: {
    wireType: wireTypes.varint,
    absent: 0,
    write: (writer, value) => writer.int32(must(value, Number.isInteger(value), 'a whole number')),
    read: (reader) => reader.int32(),
  },
  // Every int64 of ours is a time, a sequence or a size: all far below 2^53.
  int64: {
    wireType: wireTypes.varint,
    absent: 0,
    write: (writer, value) => writer.int64(must(value, Number.isInteger(value), 'a whole number')),
    read: (reader) => reader.int64() as unknown as number,
  },
};

/** An enum's values are their names; one that this build does not know is a number. */
function enumKind(values: Readonly<Record<string, number>>): Kind {
  const names = new Map(Object.entries(values).map(([name, number]) => [number, name]));
  const numberOf = (value: unknown) =>
    typeof value === 'string' && Object.hasOwn(values, value) ? values[value] : value;
  return {
    wireType: wireTypes.varint,
    absent: names.get(0),
    write: (writer, value) => scalars['int32']!.write(writer, numberOf(value)),
    read: (reader) => {
      const number = reader.int32();
      return names.get(number) ?? number;
    },
  };
}

const messageKind = (name: string): Kind => ({
  wireType: wireTypes.delimited,
  absent: null,
  write(writer, value) {
    writer.fork();
    write(writer, name, must(value, typeof value === 'object', 'an object'));
    writer.ldelim();
  },
  read: name,
});

const kindOf = (type: string): Kind => scalars[type] ?? (enums[type] ? enumKind(enums[type]) : messageKind(type));

interface Layout {
  fields: Field[];
  byNumber: Map<number, Field>;
}

/** The layout of a message, made from its row of the table when it is first met. */
function createLayouts(fieldLimits: FieldLimits) {
  const known = new Map<string, Layout>();
  return (name: string): Layout => {
    const before = known.get(name);
    if (before) return before;
    const own = fieldLimits[name] ?? {};
    const fields = layouts[name]!.map(([number, field, type, mark]) => ({
      number,
      name: field,
      kind: kindOf(type),
      isRepeated: mark === 'repeated',
      ...own[field],
    }));
    const layout = { fields, byNumber: new Map(fields.map((field) => [field.number, field])) };
    known.set(name, layout);
    return layout;
  };
}

const layoutOf = createLayouts({});

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

/** Text and bytes begin with their length: it is looked at before they are read. */
function checkLength(reader: ReaderOf, most: number): void {
  const at = reader.pos;
  const length = reader.uint32();
  if (length > most) throw new Fault('TOO_LARGE');
  reader.pos = at;
}

/** Groups hold each other to any depth, and are not spoken. */
function skip(reader: ReaderOf, wireType: number): void {
  if (wireType === wireTypes.group) throw new RangeError('a group');
  reader.skipType(wireType);
}

/**
 * Reads messages.
 * @param strayMax how many fields a message may have that add nothing to it: unknown ones, and those that are there again
 */
function createRead(layout: (name: string) => Layout, strayMax: number) {
  function readValue({ kind, bytes }: Field, reader: ReaderOf, before: unknown, depth: number): unknown {
    if (bytes !== undefined) checkLength(reader, bytes);
    // Two of a field that is one message are its two halves.
    return typeof kind.read === 'string'
      ? read(kind.read, reader.bytes(), depth + 1, before as Message | null)
      : kind.read(reader);
  }

  function add(list: unknown[], field: Field, reader: ReaderOf, depth: number): void {
    if (list.length >= (field.items ?? Infinity)) throw new Fault('TOO_LARGE');
    list.push(readValue(field, reader, null, depth));
  }

  function readInto(message: Message, field: Field, reader: ReaderOf, wireType: number, depth: number): void {
    const { name, kind, isRepeated } = field;
    const list = message[name] as unknown[];
    if (wireType === kind.wireType) {
      if (isRepeated) add(list, field, reader, depth);
      else message[name] = readValue(field, reader, message[name], depth);
    } else if (isRepeated && wireType === wireTypes.delimited) {
      const packed = Reader.create(reader.bytes());
      while (packed.pos < packed.len) add(list, field, packed, depth);
    } else skip(reader, wireType);
  }

  function read(name: string, bytes: Uint8Array, depth: number, before: Message | null): Message {
    if (depth > deepest) throw new RangeError('too deep');
    const { fields, byNumber } = layout(name);
    const message = before ?? {};
    if (!before) for (const { name: field, isRepeated, kind } of fields) message[field] = isRepeated ? [] : kind.absent;
    const reader = Reader.create(bytes);
    let strays = -fields.length;
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      const field = byNumber.get(tag >>> 3);
      if (!field?.isRepeated || (tag & 7) !== field.kind.wireType) strays += 1;
      if (strays > strayMax) throw new Fault('TOO_LARGE');
      if (field) readInto(message, field, reader, tag & 7, depth);
      else skip(reader, tag & 7);
    }
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
 * The bytes of a message. Fields left out take their defaults.
 * @throws Fault BAD_REQUEST when a value has the wrong shape.
 */
export const encode = <Name extends keyof Messages>(name: Name, value: Input<Messages[Name]>): Uint8Array =>
  orBadRequest(() => {
    const writer = Writer.create();
    write(writer, name, value as Message);
    return writer.finish();
  });

const read = createRead(layoutOf, Infinity);

/**
 * The message in these bytes, as a plain object in which every field is an own property.
 * Unknown fields are passed over; an enum value this build does not know stays a number.
 * @throws Fault BAD_REQUEST when the bytes are no such message.
 */
export const decode = <Name extends keyof Messages>(name: Name, bytes: Uint8Array): Messages[Name] =>
  orBadRequest(() => read(name, bytes, 0, null) as unknown as Messages[Name]);

/**
 * As `decode`, but stops at the first field that holds more than it may.
 * @throws Fault BAD_REQUEST, TOO_LARGE
 */
export function createBoundedDecode(fieldLimits: FieldLimits, strayMax: number): typeof decode {
  const boundedRead = createRead(createLayouts(fieldLimits), strayMax);
  return (name, bytes) => orBadRequest(() => boundedRead(name, bytes, 0, null) as never);
}
