// What is handed to the app from outside (shared text and pictures, an answer typed into a notification), kept until a page takes it.
import { limits } from '@amber/proto/limits';
import type { Held } from './messages.ts';

/** Its own cache, so that it outlives the files of a build. */
export const heldName = 'amber-held';

const files = 10;
const bytesMax = 64 * 1_048_576;

interface Kept extends Omit<Held, 'pictures'> {
  pictures: { name: string; type: string }[];
}

const listAt = `${limits.basePath}/_held`;
const pictureAt = (index: number): string => `${listAt}/${index}`;

/** Nothing is held from now on. */
export async function dropHeld(cache: Cache): Promise<void> {
  for (const { url } of await cache.keys()) if (new URL(url).pathname.startsWith(listAt)) await cache.delete(url);
}

/** Replaces what was held before. Pictures alone are taken, as many and as large as there is room for. */
export async function hold(
  cache: Cache,
  { words, pictures }: { words: string; pictures: readonly File[] },
): Promise<void> {
  let room = bytesMax;
  const taken = pictures.filter((file) => file.type.startsWith('image/') && (room -= file.size) >= 0).slice(0, files);
  const isCut = taken.length < pictures.length || words.length > limits.textMax;
  await dropHeld(cache);
  for (const [index, file] of taken.entries()) await cache.put(pictureAt(index), new Response(file));
  const kept: Kept = {
    words: words.slice(0, limits.textMax),
    pictures: taken.map(({ name, type }) => ({ name, type })),
    isCut,
  };
  // Last: the list is never there without its pictures.
  await cache.put(listAt, new Response(JSON.stringify(kept)));
}

/** What is held; null when nothing is. It stays until it is dropped. */
export async function heldIn(cache: Cache): Promise<Held | null> {
  const list = await cache.match(listAt);
  if (!list) return null;
  const { words, isCut, pictures } = (await list.json()) as Kept;
  const found: File[] = [];
  for (const [index, { name, type }] of pictures.entries()) {
    const kept = await cache.match(pictureAt(index));
    if (kept) found.push(new File([await kept.blob()], name, { type }));
  }
  return { words, isCut, pictures: found };
}

/** The words of a share: browsers put a link into any of the three. */
export const wordsOf = (...parts: readonly (FormDataEntryValue | null)[]): string =>
  [...new Set(parts.filter((part): part is string => typeof part === 'string' && part.trim() !== ''))]
    .map((part) => part.trim())
    .join('\n');
