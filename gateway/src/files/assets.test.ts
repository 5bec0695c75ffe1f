// What is served for long is compressed as small as it gets, but not while the gateway starts.
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createAsset } from './assets.ts';

afterEach(() => vi.useRealTimers());

test('what has been served for five minutes becomes smaller', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const words = Buffer.from(Array.from({ length: 2_000 }, (_, index) => `line ${index ** 2}`).join('\n'));
  const asset = createAsset('words.js', words, { bestAfter: 300_000 });
  await vi.waitUntil(() => asset.brotli);
  const quick = asset.brotli!.length;
  vi.advanceTimersByTime(299_000);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_000);
  await vi.waitUntil(() => asset.brotli!.length < quick);
  expect(brotliDecompressSync(asset.brotli!)).toEqual(words);
});
