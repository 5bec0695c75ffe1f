// What is served for long is compressed as small as it gets, but not while the gateway starts.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { createAsset, encodeAsset } from './assets.ts';

afterEach(() => vi.useRealTimers());

test('what has been served for five minutes becomes smaller', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const words = Buffer.from(Array.from({ length: 2_000 }, (_, index) => `line ${index ** 2}`).join('\n'));
  const asset = createAsset('words.js', words, { bestAfter: 300_000 });
  const quick = (await encodeAsset(asset, 'br'))!.length;
  vi.advanceTimersByTime(299_000);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_000);
  await expect.poll(async () => (await encodeAsset(asset, 'br'))!.length).toBeLessThan(quick);
  expect(brotliDecompressSync((await encodeAsset(asset, 'br'))!)).toEqual(words);
});

test('all requests for a file in an encoding share one compression', async () => {
  const words = Buffer.from('word '.repeat(1_000));
  const asset = createAsset('words.js', words);
  const [one, other] = await Promise.all([encodeAsset(asset, 'gzip'), encodeAsset(asset, 'gzip')]);
  expect(other).toBe(one);
  expect(await encodeAsset(asset, 'gzip')).toBe(one);
  expect(gunzipSync(one!)).toEqual(words);
});

test.each(['picture.webp', 'tiny.js'])(
  '%s is served as it is, because compression would not make it smaller',
  async (name) => {
    const asset = createAsset(name, Buffer.alloc(name === 'tiny.js' ? 10 : 5_000));
    expect(await encodeAsset(asset, 'br')).toBeNull();
  },
);
