// Migrates a database's schema to this build's version.
import type { ClientBase, Pool } from 'pg';
import { migrations } from './migrations/index.ts';

/** An advisory lock's key: any number, the same in every build. */
const migrationLock = 5_106_001;

/**
 * Runs the migrations this database lacks, all or none, one gateway at a time.
 * @throws Error when the database is newer than this build.
 */
export async function migrate(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await migrateWith(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/**
 * The same inside the caller's transaction, up to a version.
 * @throws Error when the database is newer than this build.
 */
export async function migrateWith(client: ClientBase, upTo = migrations.length): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  await client.query('create table if not exists schema_version (version integer primary key)');
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0)::int as version from schema_version',
  );
  const version = rows[0]!.version;
  if (version > migrations.length) {
    throw new Error(
      `The database has schema version ${version}, this build knows ${migrations.length}. Start the newer build.`,
    );
  }
  for (const [index, sql] of migrations.slice(0, upTo).entries()) {
    if (index < version) continue;
    await client.query(sql);
    await client.query('insert into schema_version values ($1)', [index + 1]);
  }
}
