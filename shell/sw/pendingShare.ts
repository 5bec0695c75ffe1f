// Stores what is shared with the app (text and pictures, or a reply typed into a notification) until a page has used
// it.
import { limits } from '@amber/proto/limits';
import type { PendingShare } from './messages.ts';

/** A separate cache, so that it outlives the files of a build. */
export const shareCacheName = 'amber-held';

const picturesMax = 10;
const bytesMax = 64 * 1_048_576;

interface StoredShare extends Omit<PendingShare, 'pictures'> {
  pictures: { name: string; type: string }[];
}

const listUrl = `${limits.basePath}/_held`;
const pictureUrl = (index: number): string => `${listUrl}/${index}`;

/** Deletes the pending share. */
export async function dropPendingShare(cache: Cache): Promise<void> {
  for (const { url } of await cache.keys()) if (new URL(url).pathname.startsWith(listUrl)) await cache.delete(url);
}

/** Replaces the pending share. It accepts only pictures, up to a number and a total size. */
export async function storePendingShare(
  cache: Cache,
  { words, pictures }: { words: string; pictures: readonly File[] },
): Promise<void> {
  let bytesLeft = bytesMax;
  const accepted = pictures
    .filter((file) => file.type.startsWith('image/') && (bytesLeft -= file.size) >= 0)
    .slice(0, picturesMax);
  const isCut = accepted.length < pictures.length || words.length > limits.textMax;
  await dropPendingShare(cache);
  for (const [index, file] of accepted.entries()) await cache.put(pictureUrl(index), new Response(file));
  const stored: StoredShare = {
    words: words.slice(0, limits.textMax),
    pictures: accepted.map(({ name, type }) => ({ name, type })),
    isCut,
  };
  // The list is stored last, so that it never exists without its pictures.
  await cache.put(listUrl, new Response(JSON.stringify(stored)));
}

/** Returns the pending share; null when there is none. It remains until it is dropped. */
export async function readPendingShare(cache: Cache): Promise<PendingShare | null> {
  const list = await cache.match(listUrl);
  if (!list) return null;
  const { words, isCut, pictures } = (await list.json()) as StoredShare;
  const found: File[] = [];
  for (const [index, { name, type }] of pictures.entries()) {
    const cached = await cache.match(pictureUrl(index));
    if (cached) found.push(new File([await cached.blob()], name, { type }));
  }
  return { words, isCut, pictures: found };
}

/** Returns the text of a share; browsers put a link into any of the three fields. */
export const sharedText = (...parts: readonly (FormDataEntryValue | null)[]): string =>
  [...new Set(parts.filter((part): part is string => typeof part === 'string' && part.trim() !== ''))]
    .map((part) => part.trim())
    .join('\n');
