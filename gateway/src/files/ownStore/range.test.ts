import { describe, expect, test } from 'vitest';
import { readRange } from './range.ts';

describe('a range of bytes', () => {
  test.each([
    ['bytes=0-9', { from: 0, to: 9 }],
    ['bytes=90-', { from: 90, to: 99 }],
    ['bytes=90-1000', { from: 90, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-1000', { from: 0, to: 99 }],
    ['bytes=99-99', { from: 99, to: 99 }],
    [undefined, null],
    ['bytes=-', null],
    ['bytes=5-4', null],
    ['bytes=0-1,3-4', null],
    ['lines=0-1', null],
    ['bytes=1e3-', null],
    [`bytes=${'9'.repeat(99)}-`, null],
  ])('%s of 100', (header, range) => {
    expect(readRange(header, 100)).toEqual(range);
  });

  test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s of 100 is none', (header) => {
    expect(() => readRange(header, 100)).toThrow(expect.objectContaining({ code: 'InvalidRange' }));
  });

  test('an empty object has none', () => {
    expect(() => readRange('bytes=0-', 0)).toThrow(expect.objectContaining({ code: 'InvalidRange' }));
  });
});
