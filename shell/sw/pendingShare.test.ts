import { expect, test } from 'vitest';
import { dropPendingShare, readPendingShare, storePendingShare, sharedText } from './pendingShare.ts';

function fakeCache(): Cache {
  const entries = new Map<string, Response>();
  const at = (key: RequestInfo | URL) => new URL(key as string, 'https://amber.example').href;
  return {
    match: async (key: string) => entries.get(at(key))?.clone(),
    put: async (key: string, response: Response) => void entries.set(at(key), response),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async (key: string) => entries.delete(at(key)),
  } as unknown as Cache;
}
const picture = (name: string, size = 4, type = 'image/png') => new File([new Uint8Array(size)], name, { type });

test('R190 what is shared is kept until it is taken, and replaced by what is shared next', async () => {
  const cache = fakeCache();
  expect(await readPendingShare(cache)).toBeNull();
  await storePendingShare(cache, { words: 'Look', pictures: [picture('a.png'), picture('b.png')] });
  await storePendingShare(cache, { words: 'Look again', pictures: [picture('c.png')] });
  const held = await readPendingShare(cache);
  expect(held).toMatchObject({ words: 'Look again', isCut: false });
  expect(held!.pictures.map(({ name, type, size }) => [name, type, size])).toEqual([['c.png', 'image/png', 4]]);
  await dropPendingShare(cache);
  expect([await readPendingShare(cache), (await cache.keys()).length]).toEqual([null, 0]);
});

test('R190 a share is bounded: pictures alone, ten of them, and so many bytes', async () => {
  const cache = fakeCache();
  const many = Array.from({ length: 12 }, (_, n) => picture(`${n}.png`));
  await storePendingShare(cache, { words: '', pictures: [picture('page.html', 4, 'text/html'), ...many] });
  expect(await readPendingShare(cache)).toMatchObject({ isCut: true });
  const names = (await readPendingShare(cache))!.pictures.map(({ name }) => name);
  expect([names.length, names.includes('page.html')]).toEqual([10, false]);
  await storePendingShare(cache, { words: 'x'.repeat(30_000), pictures: [picture('huge.png', 65 * 1_048_576)] });
  const held = await readPendingShare(cache);
  expect([held!.pictures.length, held!.words.length, held!.isCut]).toEqual([0, 20_000, true]);
});

test('the words of a share are said once', () => {
  expect(sharedText('A page', 'A page', 'https://a.example', null)).toBe('A page\nhttps://a.example');
});
