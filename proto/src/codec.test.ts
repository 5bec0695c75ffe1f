import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import type { Messages } from '../gen/types.ts';
import { decode, encode } from './codec.ts';
import { Fault } from './faults.ts';

const folder = join(import.meta.dirname, '..');
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.proto'))
  .map((name) => join(folder, name));
const root = (await new protobuf.Root().load(files, { keepCase: true })).resolveAll();

function messagesIn(space: protobuf.NamespaceBase): protobuf.Type[] {
  return space.nestedArray.flatMap((one) => [
    ...(one instanceof protobuf.Type ? [one] : []),
    ...(one instanceof protobuf.Namespace ? messagesIn(one) : []),
  ]);
}

const types = messagesIn(root.lookup('amber') as protobuf.Namespace);
const nameOf = (type: protobuf.Type) => type.fullName.replace('.amber.', '').replaceAll('.', '_') as keyof Messages;

const scalars: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.string({ unit: 'binary', maxLength: 20 }),
  bool: fc.boolean(),
  bytes: fc.uint8Array({ maxLength: 40 }),
  int32: fc.integer(),
  int64: fc.maxSafeInteger(),
};

/** A random value of this type, every field present and within range. */
function valuesOf(type: protobuf.Type): fc.Arbitrary<object> {
  const fields = type.fieldsArray.map((field) => {
    const { resolvedType } = field;
    const one =
      resolvedType instanceof protobuf.Enum
        ? fc.constantFrom(...Object.keys(resolvedType.values))
        : resolvedType instanceof protobuf.Type
          ? valuesOf(resolvedType)
          : scalars[field.type]!;
    return [
      field.name,
      field.repeated ? fc.array(one, { maxLength: 3 }) : resolvedType instanceof protobuf.Type ? fc.option(one) : one,
    ] as const;
  });
  return fc.record(Object.fromEntries(fields));
}

/** Bytes compare as bytes, whatever class holds them. */
const comparable = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? [...value]
    : Array.isArray(value)
      ? value.map(comparable)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner)]))
        : value;

describe('R52 every message comes back as it was sent', () => {
  it.each(types.map((type) => [nameOf(type), type] as const))('R52 %s', (name, type) => {
    fc.assert(
      fc.property(valuesOf(type), (value) => {
        expect(comparable(decode(name, encode(name, value as never)))).toStrictEqual(comparable(value));
      }),
      { numRuns: 30 },
    );
  });

  it.each(types.map((type) => [nameOf(type), type] as const))(
    'R52 %s is read and written as any other protobuf does',
    (name, type) => {
      const options = { defaults: true, enums: String, longs: Number };
      fc.assert(
        fc.property(valuesOf(type), (value) => {
          const ours = type.toObject(type.decode(encode(name, value as never)), options);
          expect(comparable(ours)).toEqual(comparable(value));
          const theirs = type.encode(type.fromObject(value)).finish();
          expect(comparable(decode(name, theirs))).toStrictEqual(comparable(value));
        }),
        { numRuns: 30 },
      );
    },
  );

  it('R52 every field is an own property, also where nothing was sent', () => {
    expect({ ...decode('Cursor', new Uint8Array(0)) }).toEqual({ conversationId: '', epoch: 0, seq: 0 });
    expect(JSON.parse(JSON.stringify(decode('Row', new Uint8Array(0))))).toMatchObject({
      copy: 'open',
      content: null,
      seq: 0,
    });
  });

  it('R52 64-bit numbers are numbers, also below zero', () => {
    expect(decode('Heartbeat', encode('Heartbeat', { time: -5 })).time).toBe(-5);
    expect(decode('Heartbeat', encode('Heartbeat', { time: 1_763_690_000_123 })).time).toBe(1_763_690_000_123);
    for (const time of [0, 127, 128, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, -1, -(2 ** 31), -(2 ** 53) + 1])
      expect(decode('Heartbeat', encode('Heartbeat', { time })).time).toBe(time);
  });
});

describe('R44 what another build or nobody has written', () => {
  it('R44 an enum value of a newer build stays a number', () => {
    expect(decode('Notify', Uint8Array.of(8, 99)).type).toBe(99);
  });

  it('R44 a field of a newer build is passed over', () => {
    // field 200, length-delimited, then the device id
    const bytes = Uint8Array.of(0xc2, 0x0c, 1, 65, ...encode('Device', { identifier: 'a', deviceId: 'b' }));
    expect(decode('Device', bytes)).toMatchObject({ identifier: 'a', deviceId: 'b' });
  });

  it('R44 a field in another wire type is passed over', () => {
    expect(
      decode(
        'Device',
        Uint8Array.of(8, 1, 13, 1, 2, 3, 4, 9, 1, 2, 3, 4, 5, 6, 7, 8, ...encode('Device', { deviceId: 'b' })),
      ),
    ).toMatchObject({ identifier: '', deviceId: 'b' });
  });

  it('R44 a message in two halves is put together', () => {
    const half = (device: object) => encode('Row', { sender: device });
    expect(decode('Row', Uint8Array.of(...half({ identifier: 'a' }), ...half({ deviceId: 'b' }))).sender).toEqual({
      identifier: 'a',
      deviceId: 'b',
    });
  });

  it.each([
    ['cut short', Uint8Array.of(10, 5, 65)],
    ['a length beyond the end', Uint8Array.of(10, 0xff, 0xff, 0xff, 0xff, 0x0f)],
    ['an impossible wire type', Uint8Array.of(0x0f)],
    ['a varint without end', new Uint8Array(12).fill(0xff)],
  ])('R44 %s is BAD_REQUEST', (_, bytes) => {
    expect(() => decode('Device', bytes)).toThrow(new Fault('BAD_REQUEST'));
  });

  it('R44 any bytes for any message: a message or BAD_REQUEST, never another error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types.map(nameOf)), fc.uint8Array({ maxLength: 60 }), (name, bytes) => {
        try {
          decode(name, bytes);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'BAD_REQUEST' });
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('R44 nothing that is sent reaches the prototypes', () => {
    const hostile = JSON.parse(
      '{"__proto__":{"identifier":"evil","polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    ) as object;
    expect(decode('Device', encode('Device', hostile))).toEqual({ identifier: '', deviceId: '' });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('R44 a value of the wrong shape is BAD_REQUEST before it is sent', () => {
    expect(() => encode('SendMessageRequest', { content: 'no list' as never })).toThrow(new Fault('BAD_REQUEST'));
    expect(() => encode('SendMessageRequest', { conversation: 'no object' as never })).toThrow(
      new Fault('BAD_REQUEST'),
    );
    expect(() => encode('Device', { identifier: 7 as never })).toThrow(new Fault('BAD_REQUEST'));
    expect(() => encode('Heartbeat', { time: 0.5 })).toThrow(new Fault('BAD_REQUEST'));
    expect(() => encode('Notify', { type: 'no such' as never })).toThrow(new Fault('BAD_REQUEST'));
  });
});
