// Opens the database: a pool, the typed queries over it, and the checks that make an answer durable.
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

export interface Store {
  pool: pg.Pool;
  db: Db;
  /** Secrets and the like, made once: the first value to be written stays. */
  setting(name: string, make: () => string): Promise<string>;
  close(): Promise<void>;
}

const int8 = 20;
/** Every int8 of ours is a time or a count, far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')),
};

/**
 * Opens the database and brings its schema up to date.
 * @throws Error when the server does not wait for the disk, or has a newer schema than this build.
 */
export async function openStore({ databaseUrl }: { databaseUrl: string }): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    types: { getTypeParser: types.getTypeParser },
    max: 16,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    application_name: 'amber',
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  try {
    await checkDurability(pool);
    await migrate(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    db,
    async setting(name, make) {
      await db.insertInto('setting').values({ name, value: make() }).onConflict((on) => on.doNothing()).execute();
      return (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
    },
    close: () => pool.end(),
  };
}

async function checkDurability(pool: pg.Pool): Promise<void> {
  for (const name of ['fsync', 'synchronous_commit']) {
    const { rows } = await pool.query<{ value: string }>('select current_setting($1) as value', [name]);
    if (rows[0]?.value === 'off') {
      throw new Error(`PostgreSQL runs with ${name}=off, which may lose messages that were confirmed. Set ${name}=on.`);
    }
  }
}
