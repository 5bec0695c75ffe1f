import { describe, expect, it } from 'vitest';
import { layouts } from '../gen/layouts.ts';
import { routes } from '../gen/routes.ts';
import type { Calls, Messages } from '../gen/types.ts';
import { decode, encode } from './codec.ts';
import { Fault } from './faults.ts';
import { limits } from './limits.ts';
import { requestLimits } from './requestLimits.ts';
import { bodyMax, decodeRequest } from './requests.ts';

const tooLarge = new Fault('TOO_LARGE');
/** A field with this number, length-delimited and empty. */
const empty = (number: number) => [number * 8 + 2, 0];
const mebibyte = (unit: readonly number[]) =>
  Uint8Array.from({ length: 1_048_576 - (1_048_576 % unit.length) }, (_, at) => unit[at % unit.length]!);

/** A message as large as its limits allow. */
function fullest(message: string): object {
  return Object.fromEntries(
    layouts[message]!.map(([, field, type, mark]) => {
      const { items = 1, bytes = 0 } = requestLimits[message]![field] ?? {};
      const one = layouts[type]
        ? fullest(type)
        : type === 'string'
          ? 'x'.repeat(bytes)
          : type === 'bytes'
            ? new Uint8Array(Math.min(bytes, limits.bodyMax))
            : undefined;
      // For the longest lists and pictures a part is enough.
      return [field, mark === 'repeated' ? Array.from({ length: Math.min(items, 100) }, () => one) : one];
    }),
  );
}

describe('R226 what a request may hold', () => {
  it.each(Object.entries(routes).map(([call, { request }]) => [call, request] as const))(
    'R226 %s: what is within the limits of its fields is read',
    (call, request) => {
      const name = request as keyof Messages;
      const bytes = encode(name, fullest(request) as never);
      expect(decodeRequest(name, bytes)).toEqual(decode(name, bytes));
      if (bodyMax[call as keyof Calls] < limits.bodyMax)
        expect(bytes.length).toBeLessThanOrEqual(bodyMax[call as keyof Calls]);
    },
  );

  it.each(
    Object.entries(requestLimits).flatMap(([message, fields]) =>
      Object.entries(fields).map(([field, limit]) => [`${message}.${field}`, message, field, limit] as const),
    ),
  )('R226 %s may not hold more', (_, message, field, { items, bytes }) => {
    const text = layouts[message]!.some(([, name, type]) => name === field && type === 'bytes')
      ? new Uint8Array(bytes! + 1)
      : 'x'.repeat((bytes ?? 0) + 1);
    const isText = bytes !== undefined;
    const tries = [
      ...(isText ? [items === undefined ? text : [text]] : []),
      ...(items === undefined ? [] : [Array.from({ length: items + 1 }, () => (isText ? '' : {}))]),
    ];
    for (const value of tries)
      expect(() =>
        decodeRequest(message as keyof Messages, encode(message as keyof Messages, { [field]: value } as never)),
      ).toThrow(tooLarge);
  });

  it('R226 fields that are there again, and those of a newer build, are passed over: some, not without end', () => {
    const some = Uint8Array.from([
      ...encode('Device', { identifier: 'a' }),
      ...Array.from({ length: 20 }, () => empty(15)).flat(),
      ...encode('Device', { identifier: 'b' }),
    ]);
    expect(decodeRequest('Device', some)).toEqual({ identifier: 'b', deviceId: '' });
    for (const number of [1, 15]) expect(() => decodeRequest('Device', mebibyte(empty(number)))).toThrow(tooLarge);
  });

  it('R226 groups within groups are none of ours, however deep', () => {
    for (const bytes of [Uint8Array.of(11, 12), mebibyte([11])])
      expect(() => decodeRequest('Device', bytes)).toThrow(new Fault('BAD_REQUEST'));
  });

  it.each(['SyncRequest', 'ReportRequest', 'DistributePreKeyRequest'] as const)(
    'R226 a megabyte of empty fields costs next to nothing: %s',
    (message) => {
      const bytes = mebibyte(empty(1));
      const cost = (work: () => void) => {
        const before = process.threadCpuUsage();
        work();
        const { user, system } = process.threadCpuUsage(before);
        return user + system;
      };
      const [stopped, whole] = [
        Array.from({ length: 5 }, () => cost(() => expect(() => decodeRequest(message, bytes)).toThrow(tooLarge))),
        cost(() => decode(message, bytes)),
      ];
      expect(Math.min(...stopped)).toBeLessThan(whole / 5);
    },
  );
});
