// Writes a backup into a folder: a snapshot of the tables, and the uploaded files. A gateway may run meanwhile.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { openDatabase } from './database.ts';
import { copyObjects, removeOthers, filesIn, objectNames, objectsIn } from './files.ts';
import { type Manifest, writeManifest, writeObjectNames } from './manifest.ts';
import { tablesIn, writeTable } from './tables.ts';

interface ExportOptions extends Pick<Config, 'databaseUrl' | 'dataDir'> {
  /** The uploaded files are in a bucket, so they are not copied. */
  withoutFiles?: boolean;
  now?: number;
  /** When aborted between two steps, the export stops the database that it started, and throws. */
  signal?: AbortSignal;
  say(sentence: string): void;
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
const progressInterval = 1_000;

/**
 * In a folder with an earlier backup only new files are copied. The earlier backup stays complete until the new one is.
 * @throws Error with a sentence that says what to do.
 */
export async function exportBackup(folder: string, options: ExportOptions): Promise<Manifest> {
  const { dataDir, say, signal, now = Date.now() } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const database = await openDatabase(options, { allowRunning: true, say });
  try {
    signal?.throwIfAborted();
    const tables = await exportTables(database.databaseUrl);
    const objects = options.withoutFiles ? [] : await exportFiles();
    await writeObjectNames(join(folder, tables.folder), objects);
    const manifest = { ...tables, objects: objects.length };
    await writeManifest(folder, manifest);
    for (const name of await readdir(folder))
      if (name.startsWith('tables-') && name !== manifest.folder)
        await rm(join(folder, name), { recursive: true, force: true });
    if (!options.withoutFiles) await removeOthers(filesIn(folder), objects);
    return manifest;
  } finally {
    await database.close();
  }

  async function exportTables(databaseUrl: string): Promise<Omit<Manifest, 'objects'>> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'amber export' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      // All tables are read in one snapshot.
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query<{ version: number }>(
        'select max(version)::int as version from schema_version',
      );
      const tables = await tablesIn(client);
      const name = `tables-${now}`;
      await rm(join(folder, name), { recursive: true, force: true });
      await mkdir(join(folder, name), { mode: 0o700 });
      const written = [];
      for (const table of tables) {
        const one = await writeTable(client, table, { folder: join(folder, name), signal });
        if (one.rows > 0) say(`${one.name}: ${one.rows} rows`);
        written.push(one);
      }
      const { rows: sequences } = await client.query<{ name: string; value: string }>(
        'select sequencename as name, last_value as value from pg_sequences where schemaname = current_schema() and last_value is not null',
      );
      return {
        format: 1,
        schema: rows[0]!.version,
        madeAt: now,
        folder: name,
        tables: written,
        sequences: Object.fromEntries(sequences.map(({ name: sequence, value }) => [sequence, Number(value)])),
      };
    } finally {
      await client.end();
    }
  }

  /**
   * Files are copied after the tables, so that every file that a row names exists by then, unless it has been removed.
   */
  async function exportFiles(): Promise<string[]> {
    let printedAt = Date.now();
    return copyObjects(await objectNames(objectsIn(dataDir)), {
      from: objectsIn(dataDir),
      to: filesIn(folder),
      progress({ objects, bytes }) {
        signal?.throwIfAborted();
        if (Date.now() - printedAt < progressInterval) return;
        printedAt = Date.now();
        say(`files: ${objects}, ${megabytes(bytes)}`);
      },
    });
  }
}
