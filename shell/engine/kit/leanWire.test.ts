import fc from 'fast-check';
import protobuf from 'protobufjs/minimal.js';
import { expect, test } from 'vitest';
import { type LeanReader, type LeanWriter, Reader, Writer } from './leanWire.ts';

// As proto/src/wire.ts does.
(protobuf.util as { Long: unknown }).Long = null;
protobuf.configure();

const whole = fc.maxSafeInteger();
const values = fc.oneof(
  fc.record({ kind: fc.constant('int64' as const), value: whole }),
  fc.record({ kind: fc.constant('int32' as const), value: fc.integer() }),
  fc.record({ kind: fc.constant('uint32' as const), value: fc.nat(2 ** 32 - 1) }),
  fc.record({ kind: fc.constant('bool' as const), value: fc.boolean() }),
  fc.record({ kind: fc.constant('string' as const), value: fc.string({ unit: 'grapheme' }) }),
  fc.record({ kind: fc.constantFrom('bytes' as const, 'raw' as const), value: fc.uint8Array({ maxLength: 400 }) }),
);
type Value = typeof values extends fc.Arbitrary<infer V> ? V : never;
type Step = Value | { kind: 'message'; steps: Step[] };

const steps = fc.letrec<{ step: Step; steps: Step[] }>((tie) => ({
  step: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    values,
    fc.record({ kind: fc.constant('message' as const), steps: tie('steps') }),
  ),
  steps: fc.array(tie('step'), { maxLength: 12 }),
})).steps;

function write(writer: LeanWriter, all: readonly Step[]): LeanWriter {
  for (const step of all) {
    if (step.kind === 'message') {
      writer.fork();
      write(writer, step.steps).ldelim();
    } else writer[step.kind](step.value as never);
  }
  return writer;
}

test('R203 it writes what protobufjs writes', () =>
  fc.assert(
    fc.property(steps, (all) => {
      expect(Buffer.from(write(Writer.create(), all).finish())).toEqual(
        Buffer.from(write(protobuf.Writer.create() as unknown as LeanWriter, all).finish()),
      );
    }),
    { numRuns: 500 },
  ));

type Read = 'int64' | 'int32' | 'uint32' | 'bool' | 'string' | 'bytes';
const reads = fc.array(
  fc.constantFrom<Read | number>('int64', 'int32', 'uint32', 'bool', 'string', 'bytes', 0, 1, 2, 5),
  {
    maxLength: 8,
  },
);

/** What each read answers, and where it ends; a fault ends it. */
function read(reader: LeanReader, all: readonly (Read | number)[]): unknown[] {
  const seen: unknown[] = [];
  try {
    for (const one of all) {
      if (typeof one === 'number') reader.skipType(one);
      else {
        const value = reader[one]() as unknown;
        seen.push(value instanceof Uint8Array ? [...value] : value);
      }
      seen.push(reader.pos);
    }
  } catch {
    seen.push('fault');
  }
  return seen;
}

test('R203 it reads anything as protobufjs does: the same values, the same ends, the same refusals', () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), reads, (bytes, all) => {
      expect(read(Reader.create(bytes), all)).toEqual(
        read(protobuf.Reader.create(bytes) as unknown as LeanReader, all),
      );
    }),
    { numRuns: 3_000 },
  ));

test('numbers at the edges come back', () => {
  for (const value of [0, 1, 127, 128, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, -1, -(2 ** 31), -(2 ** 53) + 1])
    expect(Number(Reader.create(Writer.create().int64(value).finish()).int64())).toBe(value);
});
