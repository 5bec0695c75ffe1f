// A backup's manifest: what belongs to it. It is written last, so a folder without one is not a whole backup.
import { createReadStream } from 'node:fs';
import { lstat, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { boundedLines } from './lines.ts';
import { checkIsFile } from './fileTypes.ts';

/** A name in the database, which is quoted in statements. */
const sqlName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{0,62}$/));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** The last moment that a `Date` can hold. */
const dateMax = 8.64e15;

const manifestSchema = v.object({
  format: v.literal(1),
  /** The number of migrations that its tables have seen. */
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Milliseconds: everything is as it was then. */
  madeAt: v.pipe(count, v.maxValue(dateMax)),
  /** The folder of the tables, which has a new name at each export. */
  folder: v.pipe(v.string(), v.regex(/^tables-\d+$/)),
  tables: v.array(
    v.object({
      name: sqlName,
      columns: v.array(sqlName),
      rows: count,
      /** Of the compressed file. */
      sha256: v.string(),
    }),
  ),
  /** The last values of sequences. */
  sequences: v.record(sqlName, v.pipe(count, v.minValue(1))),
  /** How many uploaded files; their names lie with the tables. */
  objects: count,
});

export type Manifest = v.InferOutput<typeof manifestSchema>;

const name = 'manifest.json';

/** A manifest of 70 tables takes 20 kB: this leaves room for a hundred times as many. */
const manifestMax = 4 * 1_048_576;
/** No file system has longer names. */
const nameBytesMax = 255;

export const objectNamesFile = (folder: string): string => join(folder, 'objects.txt');

/** The names of the uploaded files of a backup whose tables lie in `folder`. */
export const writeObjectNames = (folder: string, names: readonly string[]): Promise<void> =>
  writeFile(objectNamesFile(folder), names.map((one) => `${one}\n`).join(''), { mode: 0o600, flush: true });

/** The lines as they are: whether they are names is for the caller to check. */
export async function* readObjectNames(folder: string): AsyncGenerator<string> {
  const file = objectNamesFile(folder);
  await checkIsFile(file);
  yield* boundedLines(createReadStream(file), { max: nameBytesMax, file });
}

/** @throws Error with a sentence to act on, when it is missing or not of this format. */
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

/** Replaces the manifest as a whole. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, `${name}.new`), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(join(folder, `${name}.new`), join(folder, name));
}
