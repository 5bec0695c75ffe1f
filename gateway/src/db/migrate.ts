// Migrates a database's schema to this build's version, or checks that this build can use a newer one.
import type { ClientBase, Pool } from 'pg';
import type { Migration } from './migration.ts';
import { baseline, migrations, versionAfter } from './schema.ts';

/** An advisory lock's key: any number, the same in every build. */
const migrationLock = 5_106_001;

/**
 * Creates the tables or runs the migrations that this database lacks, all or none, one gateway at a time. A newer schema
 * stays as it is.
 * @throws Error when the database is older than the baseline, or newer without something that this build uses.
 */
export async function migrate(pool: Pool, known = migrations): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await migrateWith(client, known);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** The lowest version of the builds that can use a version; null, in rows of older builds, means that very version. */
async function addBuildsSince(client: ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'schema_version'::regclass and attname = 'builds_since'",
  );
  // Even `add column if not exists` waits for readers, such as an export.
  if (rowCount === 0) await client.query('alter table schema_version add column builds_since integer');
}

/** The same inside the caller's transaction. @throws Error as `migrate`. */
export async function migrateWith(client: ClientBase, known: readonly Migration[] = migrations): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
  await client.query('create table if not exists schema_version (version integer primary key)');
  await addBuildsSince(client);
  const latest = versionAfter(known);
  const { rows } = await client.query<{ version: number; since: number }>(
    `select coalesce(max(version), 0)::int as version,
      coalesce(max(coalesce(builds_since, version)) filter (where version > $1), 0)::int as since from schema_version`,
    [latest],
  );
  const { version, since } = rows[0]!;
  if (since > latest) {
    throw new Error(
      `The database has schema version ${version}, and this build knows ${latest}. A newer build has removed what this one uses: start a build that knows version ${since} or a later one.`,
    );
  }
  if (version > 0 && version < baseline.version) throw new Error(`The database ${tooOld(version)}`);
  const addVersion = (added: number, buildsSince: number) =>
    client.query('insert into schema_version (version, builds_since) values ($1, $2)', [added, buildsSince]);
  if (version === 0) {
    await client.query(baseline.sql);
    await addVersion(baseline.version, baseline.version);
  }
  for (const [index, migration] of known.entries()) {
    const next = baseline.version + index + 1;
    if (next <= version) continue;
    await client.query(migration.sql);
    await addVersion(next, migration.kind === 'expand' ? 0 : migration.since);
  }
}

/** Says what to do with data of a version before the baseline. */
export const tooOld = (version: number): string =>
  `has schema version ${version}, and this build begins with version ${baseline.version}. Start the last build of Amber 0.1 with this data first: it brings it to version ${baseline.version}. Then start this build.`;
