import { Fault, faultCodes } from '@amber/proto/faults';
import { describe, expect, it } from 'vitest';
import { getErrorMessage } from './getErrorMessage.ts';
import { words } from './words/gen/faults.ts';
import { words as voiceWords } from './words/gen/voiceFaults.ts';

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
    expect(getErrorMessage(new Fault(code))).toBe(sentence);
  });

  it("R163 a failed request shows the server's own text, where it has one; no other fault does", () => {
    const message = 'Closed for maintenance until noon';
    const shown = (code: string) => getErrorMessage(Fault.fromPlain(new Fault(code, { message }).toPlain()));
    expect(shown('REQUEST_FAILED')).toBe(message);
    expect(shown('NO_RESPONSE')).toBe('The request failed, please check your network connection');
    expect(shown('NO_AUTH')).toBe('Permission denied');
  });

  it('R161 every code has a sentence, which does not end in a full stop, and no sentence is without a code', () => {
    const all = { ...words, ...voiceWords };
    expect([...Object.keys(words), ...Object.keys(voiceWords)].sort()).toEqual(faultCodes.toSorted());
    expect(Object.values(all).filter((sentence) => !/^[A-Za-z].*[^.]$/.test(sentence))).toEqual([]);
  });

  it('R161 what is no Fault reads like an unknown one', () => {
    expect(getErrorMessage(new TypeError('x is not a function'))).toBe('Interface call failed');
  });
});
