// Restores a backup into an empty database and data folder: all of it, or nothing of the tables.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { migrateWith } from '../store/migrate.ts';
import { migrations } from '../store/migrations/index.ts';
import { openDatabase } from './database.ts';
import { copyObjects, filesIn, objectsIn } from './files.ts';
import { type Manifest, readManifest, readObjectNames } from './manifest.ts';
import { beginNewEpoch } from './newEpoch.ts';
import { readTable, type Table, tablesIn } from './tables.ts';

interface ImportOptions extends Pick<Config, 'databaseUrl' | 'dataDir'> {
  now?: number;
  say(sentence: string): void;
}

/**
 * Repeatable: after an interruption the same import goes on with the files, and does the tables again.
 * @throws Error with a sentence to act on: no whole backup, a damaged one, one of a newer build; a database in use.
 */
export async function importBackup(folder: string, options: ImportOptions): Promise<Manifest> {
  const { dataDir, say, now = Date.now() } = options;
  const manifest = await readManifest(folder);
  if (manifest.schema > migrations.length)
    throw new Error(
      `The backup has schema version ${manifest.schema}, this build knows ${migrations.length}. Take the newer build.`,
    );
  const database = await openDatabase(options, { beside: false, say });
  try {
    const client = new pg.Client({ connectionString: database.databaseUrl, application_name: 'amber import' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await checkUnused(client);
      await importFiles();
      await client.query('begin');
      await checkUnused(client);
      await importTables(client);
      await client.query('commit');
      await client.query('analyze');
    } finally {
      // Ends the transaction as well.
      await client.end();
    }
  } finally {
    await database.close();
  }
  return manifest;

  /** People would lose what is there. A gateway that was only started has nothing of anybody. */
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

  async function importTables(client: pg.Client): Promise<void> {
    await migrateWith(client, manifest.schema);
    const { rows } = await client.query<{ version: number }>('select max(version)::int as version from schema_version');
    if (rows[0]!.version !== manifest.schema)
      throw new Error('The database has tables of another build already. Take an empty one.');
    const here = new Map((await tablesIn(client)).map((table) => [table.name, table]));
    if (here.size !== manifest.tables.length || !manifest.tables.every((table) => isSame(here.get(table.name), table)))
      throw new Error("The backup's tables are not those of its schema version");
    // Migrations write a few rows of their own. Triggers keep rows that are in the backup, too.
    for (const name of here.keys()) {
      await client.query(`truncate "${name}" cascade`);
      await client.query(`alter table "${name}" disable trigger user`);
    }
    const inOrder = [...here.keys()].map((name) => manifest.tables.find((table) => table.name === name)!);
    for (const table of inOrder) {
      await readTable(client, table, join(folder, manifest.folder));
      if (table.rows > 0) say(`${table.name}: ${table.rows} rows`);
    }
    for (const [sequence, value] of Object.entries(manifest.sequences))
      await client.query('select setval($1::regclass, $2)', [`"${sequence}"`, value]);
    for (const name of here.keys()) await client.query(`alter table "${name}" enable trigger user`);
    await migrateWith(client);
    await beginNewEpoch(client, now);
  }

  async function importFiles(): Promise<void> {
    const names = await readObjectNames(join(folder, manifest.folder));
    await mkdir(dataDir, { recursive: true });
    const copied = await copyObjects(names, {
      from: filesIn(folder),
      to: objectsIn(dataDir),
      progress: () => undefined,
    });
    if (copied.length !== manifest.objects)
      throw new Error(
        `The backup names ${manifest.objects} files, and ${manifest.objects - copied.length} are missing`,
      );
    if (copied.length > 0) say(`files: ${copied.length}`);
  }
}

const isSame = (here: Table | undefined, { columns }: Table): boolean =>
  here !== undefined && here.columns.toSorted().join() === columns.toSorted().join();
