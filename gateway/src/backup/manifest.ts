// A backup's manifest: what belongs to it. It is written last, so a folder without one is not a whole backup.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const kind = v.object({
  format: v.literal(1),
  /** The number of migrations that its tables have seen. */
  schema: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Milliseconds: everything is as it was then. */
  madeAt: v.number(),
  /** The folder of the tables, which has a new name at each export. */
  folder: v.pipe(v.string(), v.regex(/^tables-\d+$/)),
  tables: v.array(
    v.object({
      name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/)),
      columns: v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/))),
      rows: v.number(),
      /** Of the compressed file. */
      sha256: v.string(),
    }),
  ),
  /** The last values of sequences. */
  sequences: v.record(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/)), v.number()),
  /** How many uploaded files; their names lie with the tables. */
  objects: v.number(),
});

export type Manifest = v.InferOutput<typeof kind>;

const name = 'manifest.json';

const objectsFile = 'objects.txt';

/** The names of the uploaded files of a backup whose tables lie in `folder`. */
export const writeObjectNames = (folder: string, names: readonly string[]): Promise<void> =>
  writeFile(join(folder, objectsFile), names.map((one) => `${one}\n`).join(''), { mode: 0o600, flush: true });

export const readObjectNames = async (folder: string): Promise<string[]> =>
  (await readFile(join(folder, objectsFile), 'utf8')).split('\n').filter(Boolean);

/** @throws Error with a sentence to act on, when it is missing or not of this format. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, name), 'utf8').catch((cause: unknown) => {
    throw new Error(`${folder} holds no whole backup: ${name} is missing. Was the export interrupted? Run it again.`, {
      cause,
    });
  });
  try {
    return v.parse(kind, JSON.parse(text));
  } catch (cause) {
    throw new Error(`${join(folder, name)} is damaged, or of a newer build`, { cause });
  }
}

/** Replaces the manifest as a whole. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, `${name}.new`), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(join(folder, `${name}.new`), join(folder, name));
}
