import { describe, expect, it } from 'vitest';
import { Fault, faultCodes, type FaultKind, isSuccess } from './faults.ts';

it('R51 SUCCESS and 30001 are success, everything else is a business error', () => {
  expect(['SUCCESS', '30001', 'success', '200', '0', '', '3001'].map(isSuccess)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(new Fault('777').kind).toBe('business');
});

it('R162 a fresh token is worth a try for 1002 and 9001 alone', () => {
  const session: FaultKind = 'session';
  expect(faultCodes.filter((code) => new Fault(code).kind === session)).toEqual(['1002', '9001']);
});

it('R2 R3 a fault of one field says which', () => {
  expect([
    new Fault('100001').field,
    new Fault('100004').field,
    new Fault('300001').field,
    new Fault('NO_AUTH').field,
  ]).toEqual(['phone', 'code', 'inviteId', undefined]);
});

describe('a fault between threads', () => {
  it('R161 keeps its code, message and bytes', () => {
    const crossed = Fault.fromPlain(
      structuredClone(new Fault('DEVICES_CHANGED', { data: Uint8Array.of(1, 2), message: 'Other words' }).toPlain()),
    );
    expect(crossed).toBeInstanceOf(Fault);
    expect([crossed.code, crossed.message, [...crossed.data!]]).toEqual(['DEVICES_CHANGED', 'Other words', [1, 2]]);
  });

  it('R161 what is no Fault becomes UNKNOWN and keeps its cause', () => {
    const cause = new TypeError('x is not a function');
    const fault = Fault.of(cause);
    expect([fault.code, fault.message, fault.cause]).toEqual(['UNKNOWN', 'UNKNOWN', cause]);
    expect(Fault.of(fault)).toBe(fault);
  });
});
