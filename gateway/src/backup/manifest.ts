// A backup's manifest: the list of its contents. It is written last, so a folder without one is an incomplete backup.
import { createReadStream } from 'node:fs';
import { lstat, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { boundedLines } from './lines.ts';
import { checkIsFile } from './fileTypes.ts';

/** A name in the database; statements quote it. */
const sqlName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,62}$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** The largest time that a `Date` can represent. */
const dateMax = 8.64e15;

const manifestSchema = v.object({
  format: v.literal(1),
  /** The number of migrations that were applied to its tables. */
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The time of the snapshot, in milliseconds. */
  madeAt: v.pipe(count, v.maxValue(dateMax)),
  /** The folder of the tables, with a new name for each export. */
  folder: v.pipe(v.string(), v.regex(/^tables-\d+$/)),
  tables: v.array(
    v.object({
      name: sqlName,
      columns: v.array(sqlName),
      rows: count,
      /** The digest of the compressed file. */
      sha256: v.string(),
    }),
  ),
  /** The last values of sequences. */
  sequences: v.record(sqlName, v.pipe(count, v.minValue(1))),
  /** The number of uploaded files; their names are stored with the tables. */
  objects: count,
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

const name = 'manifest.json';

/** A manifest of 70 tables has 20 kB; this limit is two hundred times as much. */
const manifestMax = 4 * 1_048_576;
/** No file system allows longer names. */
const nameBytesMax = 255;

export const objectNamesFile = (folder: string): string => join(folder, 'objects.txt');

/** Writes the names of the backup's uploaded files next to its tables in `folder`. */
export const writeObjectNames = (folder: string, names: readonly string[]): Promise<void> =>
  writeFile(objectNamesFile(folder), names.map((one) => `${one}\n`).join(''), { mode: 0o600, flush: true });

/** Yields the raw lines; the caller must validate the names. */
export async function* readObjectNames(folder: string): AsyncGenerator<string> {
  const file = objectNamesFile(folder);
  await checkIsFile(file);
  yield* boundedLines(createReadStream(file), { max: nameBytesMax, file });
}

/** @throws Error with a sentence that says what to do, when the manifest is missing or has another format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const found = await lstat(join(folder, name)).catch((cause: unknown) => {
    throw new Error(`${folder} holds no whole backup: ${name} is missing. Was the export interrupted? Run it again.`, {
      cause,
    });
  });
  try {
    await checkIsFile(join(folder, name));
    if (found.size > manifestMax) throw new Error(`A manifest of ${found.size} bytes`);
    return v.parse(manifestSchema, JSON.parse(await readFile(join(folder, name), 'utf8')));
  } catch (cause) {
    throw new Error(`${join(folder, name)} is damaged, or of a newer build`, { cause });
  }
}

/** Replaces the manifest atomically. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, `${name}.new`), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(join(folder, `${name}.new`), join(folder, name));
}
