// Copies uploaded files between a data folder and a backup, and skips files that are already there.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isObjectName } from '../files/ownStore/disk.ts';
import { bucket } from '../files/ownStore/uploadActions.ts';
import { isMissing, type Part, partFile, partsIn, totalSize } from '../files/ownStore/parts.ts';
import { createDigestStream } from './tables.ts';

/** The folder in which the gateway stores its objects: see files/ownStore/disk.ts. */
export const objectsIn = (dataDir: string): string => join(dataDir, bucket, 'objects');
export const filesIn = (backup: string): string => join(backup, 'files');

/** The number of objects that were copied or already there. */
interface CopyProgress {
  objects: number;
  bytes: number;
}

/** The suffix of an object that is still being copied. */
const unfinished = '.tmp';

/** Whether this file exists, with this size. */
export async function existsWithSize(file: string, size: number): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.size === size;
}

/**
 * Copies a part; it appears under its name only when complete. @throws Error when its content does not match its name.
 */
async function copyPart(from: string, to: string, part: Part): Promise<void> {
  if (await existsWithSize(to, part.size)) return;
  const { stream, digest } = createDigestStream('md5');
  await pipeline(createReadStream(from), stream, createWriteStream(`${to}.tmp`, { mode: 0o600, flush: true }));
  if (digest().toUpperCase() !== part.md5) {
    await rm(`${to}.tmp`);
    throw new Error(`${from} is damaged`);
  }
  await rename(`${to}.tmp`, to);
}

/** The names of the objects in a folder; none when the folder does not exist. */
export async function objectNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return names.filter(isObjectName);
}

/**
 * Copies the objects that `to` lacks, and returns the names that it then has. An object appears there only when
 * complete; one that is removed meanwhile is left out.
 * @throws Error for a damaged part.
 */
export async function copyObjects(
  names: readonly string[],
  { from, to, progress }: { from: string; to: string; progress(copied: CopyProgress): void },
): Promise<string[]> {
  const copied = { objects: 0, bytes: 0 };
  const done = [];
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const parts = await partsIn(join(from, name));
    if (!parts) continue;
    const existing = await stat(join(to, name)).catch(() => null);
    const folder = existing ? join(to, name) : join(to, name + unfinished);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      for (const part of parts) await copyPart(join(from, name, partFile(part)), join(folder, partFile(part)), part);
    } catch (error) {
      if (!isMissing(error) || (await partsIn(join(from, name)))) throw error;
      await rm(folder, { recursive: true, force: true });
      continue;
    }
    if (!existing) await rename(folder, join(to, name));
    copied.objects += 1;
    copied.bytes += totalSize(parts);
    progress(copied);
    done.push(name);
  }
  return done;
}

/** Removes all but these objects. */
export async function removeOthers(folder: string, retained: readonly string[]): Promise<void> {
  const names = new Set(retained);
  for (const name of await readdir(folder))
    if (!names.has(name)) await rm(join(folder, name), { recursive: true, force: true });
}
