import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWav, writeWav } from './wav.ts';

const bytesOf = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const samples = Int16Array.from([0, 1, -1, 32_767, -32_768]);

test('R132 what was written is read again', () => {
  const file = writeWav(samples, 16_000);
  expect(file.length).toBe(44 + 10);
  expect(readWav(file)).toEqual({ samples, sampleRate: 16_000 });
});

test('a length that was not known when the header was written means the rest of the file', () => {
  const file = writeWav(samples, 22_050);
  new DataView(file.buffer).setUint32(40, 0xffff_ffff, true);
  expect(readWav(file)).toEqual({ samples, sampleRate: 22_050 });
});

test('other chunks are skipped, and of two channels the first is taken', () => {
  const file = writeWav(samples.subarray(1), 8_000);
  new DataView(file.buffer).setUint16(22, 2, true);
  const list = Uint8Array.from([...bytesOf('LIST'), 3, 0, 0, 0, 1, 2, 3, 0]);
  const whole = Uint8Array.from([...file.subarray(0, 36), ...list, ...file.subarray(36)]);
  expect(readWav(whole)).toEqual({ samples: Int16Array.from([1, 32_767]), sampleRate: 8_000 });
});

test('nothing but a file of 16-bit samples is read, whatever the bytes are', () => {
  const float = writeWav(samples, 8_000);
  new DataView(float.buffer).setUint16(20, 3, true);
  for (const bytes of [float, float.subarray(0, 30), new Uint8Array(), Uint8Array.from(bytesOf('RIFF....WAVE'))])
    expect(readWav(bytes)).toBeNull();
  const start = writeWav(samples, 8_000).subarray(0, 12);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (rest) => {
      expect(() => readWav(Uint8Array.from([...start, ...rest]))).not.toThrow();
    }),
  );
});
