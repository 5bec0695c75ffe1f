// Restores a backup into an empty database and data folder; the tables are restored all or none.
import { mkdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { migrateWith, tooOld } from '../db/migrate.ts';
import { baseline, migrations, versionAfter } from '../db/schema.ts';
import { isMissing } from '../files/ownStore/parts.ts';
import { checkBackup } from './checkBackup.ts';
import { openDatabase } from './database.ts';
import { copyObjects, filesIn, objectsIn } from './files.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { beginNewEpoch } from './newEpoch.ts';
import { readTable, type Table, tablesIn } from './tables.ts';

interface ImportOptions extends Pick<Config, 'databaseUrl' | 'dataDir'> {
  now?: number;
  /** The free bytes of a folder's disk; tests replace it. */
  freeBytes?(folder: string): Promise<number>;
  /** When aborted between two steps, the import stops the database that it started, and throws. */
  signal?: AbortSignal;
  say(sentence: string): void;
}

/**
 * Checks the whole backup before it writes. Repeatable: after an interruption the same import continues with the files
 * and restores the tables again.
 * @throws Error with a sentence that says what to do: an incomplete, damaged or falsified backup, one of a newer build,
 * or a
 * database in use.
 */
export async function importBackup(folder: string, options: ImportOptions): Promise<Manifest> {
  const { dataDir, say, signal, now = Date.now(), freeBytes = freeBytesAt } = options;
  const manifest = await readManifest(folder);
  const latest = versionAfter(migrations);
  if (manifest.schema > latest)
    throw new Error(
      `The backup has schema version ${manifest.schema}, this build knows ${latest}. Take the newer build.`,
    );
  if (manifest.schema < baseline.version) throw new Error(`The backup ${tooOld(manifest.schema)}`);
  const { objects } = await checkBackup(folder, manifest, {
    into: objectsIn(dataDir),
    free: { folder: dataDir, bytes: await freeBytes(dataDir), includesRows: options.databaseUrl === undefined },
    signal,
  });
  const database = await openDatabase(options, { allowRunning: false, say });
  try {
    signal?.throwIfAborted();
    const client = new pg.Client({ connectionString: database.databaseUrl, application_name: 'amber import' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await checkUnused(client);
      await client.query('begin');
      await makeTables(client);
      await client.query('rollback');
      await importFiles();
      await client.query('begin');
      await checkUnused(client);
      await importTables(client, await makeTables(client));
      await client.query('commit');
      await client.query('analyze');
    } finally {
      // Closing the connection also ends the transaction.
      await client.end();
    }
  } finally {
    await database.close();
  }
  return manifest;

  /** Rejects a database with data, which an import would destroy. A gateway that was only started has no user data. */
  async function checkUnused(client: pg.Client): Promise<void> {
    const names = (await tablesIn(client)).map(({ name }) => name);
    if (names.length > 0 && !names.includes('device'))
      throw new Error('The database holds tables of something else. Take an empty one.');
    if (names.length > 0 && (await client.query('select from device limit 1')).rowCount! > 0)
      throw new Error('People have signed in to this database. Take an empty one: an import replaces nothing.');
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and application_name = 'amber' limit 1",
    );
    if (rowCount! > 0) throw new Error('A gateway is running on this database. Stop it first.');
  }

  /** Creates empty tables with the backup's schema. @throws Error when the backup claims to have other ones. */
  async function makeTables(client: pg.Client): Promise<string[]> {
    await migrateWith(client, migrations.slice(0, manifest.schema - baseline.version));
    const { rows } = await client.query<{ version: number }>('select max(version)::int as version from schema_version');
    if (rows[0]!.version !== manifest.schema)
      throw new Error('The database has tables of another build already. Take an empty one.');
    const known = await tablesIn(client);
    const { rows: sequences } = await client.query<{ name: string }>(
      'select sequencename as name from pg_sequences where schemaname = current_schema()',
    );
    checkNames({ known, sequences: sequences.map(({ name }) => name) }, manifest);
    return known.map(({ name }) => name);
  }

  async function importTables(client: pg.Client, names: string[]): Promise<void> {
    // The tables are emptied, because migrations insert a few rows and triggers insert rows that the backup contains as
    // well.
    for (const name of names) {
      await client.query(`truncate "${name}" cascade`);
      await client.query(`alter table "${name}" disable trigger user`);
    }
    const inOrder = names.map((name) => manifest.tables.find((table) => table.name === name)!);
    for (const table of inOrder) {
      await readTable(client, table, { folder: join(folder, manifest.folder), signal });
      if (table.rows > 0) say(`${table.name}: ${table.rows} rows`);
    }
    for (const [sequence, value] of Object.entries(manifest.sequences))
      await client.query('select setval($1::regclass, $2)', [`"${sequence}"`, value]);
    for (const name of names) await client.query(`alter table "${name}" enable trigger user`);
    await migrateWith(client);
    await beginNewEpoch(client, now);
  }

  async function importFiles(): Promise<void> {
    await mkdir(dataDir, { recursive: true });
    const copied = await copyObjects(objects, {
      from: filesIn(folder),
      to: objectsIn(dataDir),
      progress: () => signal?.throwIfAborted(),
    });
    if (copied.length > 0) say(`files: ${copied.length}`);
  }
}

/** @throws Error that names the difference from the schema. */
function checkNames(
  { known, sequences }: { known: Table[]; sequences: string[] },
  manifest: Pick<Manifest, 'tables' | 'sequences'>,
): void {
  checkSame('tables', known.map(nameOf), manifest.tables.map(nameOf));
  const columns = new Map(known.map((table) => [table.name, table.columns]));
  for (const table of manifest.tables) checkSame(`columns of ${table.name}`, columns.get(table.name)!, table.columns);
  const unknown = Object.keys(manifest.sequences).find((name) => !sequences.includes(name));
  if (unknown !== undefined) throw new Error(`The backup's schema version has no sequence ${unknown}`);
}

const nameOf = ({ name }: { name: string }) => name;

function checkSame(what: string, known: readonly string[], claimed: readonly string[]): void {
  const unknown = claimed.filter((name) => !known.includes(name));
  const missing = known.filter((name) => !claimed.includes(name));
  const list = [...unknown, ...missing].join(', ');
  if (list !== '') throw new Error(`The ${what} in the backup are not those of its schema version: ${list}`);
  if (new Set(claimed).size !== claimed.length) throw new Error(`The backup names one of the ${what} twice`);
}

/** The data folder may not exist yet. */
async function freeBytesAt(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if (!isMissing(error) || dirname(folder) === folder) throw error;
    return freeBytesAt(dirname(folder));
  }
}
