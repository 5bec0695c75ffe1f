// Verifies everything that a backup claims before any of it is written, because the backup may be malicious.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@amber/proto/limits';
import { isMissing, partFile, partsIn } from '../files/ownStore/parts.ts';
import { isObjectName } from '../files/ownStore/disk.ts';
import { filesIn, existsWithSize } from './files.ts';
import { type Manifest, objectNamesFile, readObjectNames } from './manifest.ts';
import { checkIsFile, checkIsFolder } from './fileTypes.ts';
import { checkRows } from './tables.ts';

interface Destination {
  /** The folder of uploaded files; objects that it already contains take no more space. */
  into: string;
  free: {
    folder: string;
    bytes: number;
    /** Whether the database is on the same disk. */
    includesRows: boolean;
  };
  signal: AbortSignal | undefined;
}

/**
 * A row in PostgreSQL takes at least about this share of its line of JSON: binary columns are half as long as in hex,
 * and long
 * texts are compressed.
 */
const rowShare = 0.25;

/**
 * Returns the names of the uploaded files, all of which are present.
 * @throws Error with a sentence that names the file which does not match its description.
 */
export async function checkBackup(
  folder: string,
  manifest: Manifest,
  { into, free, signal }: Destination,
): Promise<{ objects: string[] }> {
  const tables = join(folder, manifest.folder);
  let needed = 0;
  /** Stops as soon as the disk cannot hold the backup, because compressed rows may unpack to any size. */
  const reserveSpace = (bytes: number) => {
    signal?.throwIfAborted();
    needed += bytes;
    if (needed > free.bytes)
      throw new Error(
        `The backup needs at least ${Math.ceil(needed)} bytes, and the disk of ${free.folder} has ${free.bytes} left`,
      );
  };
  await checkIsFolder(tables);
  const objects = await checkObjects(folder, tables, manifest.objects, { into, reserveSpace });
  for (const table of manifest.tables)
    await checkRows(table, tables, (bytes) => {
      reserveSpace(free.includesRows ? bytes * rowShare : 0);
    });
  return { objects };
}

interface SpaceCheck {
  into: string;
  reserveSpace(bytes: number): void;
}

/** Each listed name must have its folder, so the list cannot grow beyond the files that exist on the disk. */
async function checkObjects(folder: string, tables: string, count: number, space: SpaceCheck): Promise<string[]> {
  const list = objectNamesFile(tables);
  const present = await namesIn(filesIn(folder));
  const objects = new Set<string>();
  let line = 0;
  for await (const name of readObjectNames(tables)) {
    line += 1;
    if (!isObjectName(name)) throw new Error(`${list}, line ${line}, is not the name of an uploaded file`);
    if (line > count) throw new Error(`${list} names more files than the manifest, which counts ${count}`);
    if (!present.has(name)) continue;
    if (objects.has(name)) throw new Error(`${list} names a file twice, the second time in line ${line}`);
    objects.add(name);
    await checkParts(join(filesIn(folder), name), { ...space, into: join(space.into, name) });
  }
  if (objects.size !== count)
    throw new Error(`The backup counts ${count} files, and ${count - objects.size} are missing`);
  return [...objects];
}

async function namesIn(files: string): Promise<Set<string>> {
  try {
    await checkIsFolder(files);
    return new Set(await readdir(files));
  } catch (error) {
    // A backup of a gateway that stores files in a bucket has no such folder.
    if (isMissing(error)) return new Set();
    throw error;
  }
}

/** Digests are checked while the parts are copied. */
async function checkParts(object: string, { into, reserveSpace }: SpaceCheck): Promise<void> {
  await checkIsFolder(object);
  let bytes = 0;
  for (const part of (await partsIn(object)) ?? []) {
    const file = join(object, partFile(part));
    await checkIsFile(file);
    if ((await lstat(file)).size !== part.size) throw new Error(`${file} is damaged`);
    bytes += part.size;
    // Uploads have the same size limit.
    if (bytes > limits.sealedFileMax) throw new Error(`${object} is larger than an uploaded file may be`);
    if (!(await existsWithSize(join(into, partFile(part)), part.size))) reserveSpace(part.size);
  }
}
