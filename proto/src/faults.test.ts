import { describe, expect, it } from 'vitest';
import { Fault, type FaultKind, faults, isSuccess } from './faults.ts';

describe('R161 the catalogue, to the letter', () => {
  it.each([
    ['100001', 'Wrong phone number'],
    ['100002', 'Verification code sending times exceeded'],
    ['100003', 'Failed to send verification code'],
    ['100004', 'Verification code error'],
    ['200001', 'token generation failed'],
    ['200002', 'token expires'],
    ['1002', 'token expires'],
    ['200003', 'token invalid'],
    ['1003', 'token invalid'],
    ['9001', 'token invalid'],
    ['300001', 'The invitation code is invalid'],
    ['NO_AUTH', 'Permission denied'],
    ['777', 'Interface call failed'],
    ['constructor', 'Interface call failed'],
    ['BLOCKED', 'You were blocked'],
    ['PRIVATE_CLOSED', 'The other party has closed private messages'],
    ['NOT_MEMBER', 'You were deleted from the group and cannot send messages'],
    ['TIMEOUT', 'Timeout'],
    ['REQUEST_FAILED', 'Request failed'],
    ['NO_RESPONSE', 'The request failed, please check your network connection'],
  ])('R161 R163 %s reads "%s"', (code, sentence) => {
    expect(new Fault(code).message).toBe(sentence);
  });

  it('R161 no sentence is empty and none ends in a full stop', () => {
    expect(Object.values(faults).filter(({ sentence }) => !/^[A-Za-z].*[^.]$/.test(sentence))).toEqual([]);
  });
});

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
  expect(Object.keys(faults).filter((code) => new Fault(code).kind === session)).toEqual(['1002', '9001']);
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
  it('R161 keeps its code, sentence and bytes', () => {
    const crossed = Fault.fromPlain(
      structuredClone(new Fault('DEVICES_CHANGED', { data: Uint8Array.of(1, 2), message: 'Other words' }).toPlain()),
    );
    expect(crossed).toBeInstanceOf(Fault);
    expect([crossed.code, crossed.message, [...crossed.data!]]).toEqual(['DEVICES_CHANGED', 'Other words', [1, 2]]);
  });

  it('R161 what is no Fault becomes UNKNOWN and keeps its cause', () => {
    const cause = new TypeError('x is not a function');
    const fault = Fault.of(cause);
    expect([fault.code, fault.message, fault.cause]).toEqual(['UNKNOWN', 'Interface call failed', cause]);
    expect(Fault.of(fault)).toBe(fault);
  });
});
