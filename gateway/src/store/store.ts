// Opens the database: a pool, the typed queries over it, and the checks that make an answer durable.
import { Fault } from '@amber/proto/faults';
import { limits as usualLimits, type Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import { Kysely, PostgresDialect, type PostgresPool, type TransactionBuilder } from 'kysely';
import pg from 'pg';
import { openSocket } from './connection.ts';
import { createLog } from '../kit/log.ts';
import { migrate } from './migrate.ts';
import { retried } from './retried.ts';
import type { Tables } from './tables.ts';
import { createWatchedPool } from './watchedPool.ts';

export type Db = Kysely<Tables>;

export interface Store {
  pool: pg.Pool;
  db: Db;
  /** For what people ask who have no session: few connections of its own, so that they hold up nobody else. Throws Fault UNAVAILABLE when too many wait. */
  visitors: Db;
  /** Secrets and the like, made once: the first value to be written stays. */
  setting(name: string, make: () => string): Promise<string>;
  close(): Promise<void>;
}

interface StoreOptions {
  databaseUrl: string;
  /** Told of statements that fail or are slow. */
  log?: FastifyBaseLogger;
  limits?: Limits;
}

/**
 * A transaction that had to give way is run again. So what is done in one must change nothing but by it: what it tells
 * others is told when it has committed.
 */
class StoreDb extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const begun = super.transaction();
    const execute = begun.execute.bind(begun);
    begun.execute = (work) => retried(() => execute(work));
    return begun;
  }
}

const int8 = 20;
/** From then on the system asks every second whether the other end is there. */
const keepAliveAfter = 5_000;
/** Every int8 of ours is a time or a count, far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Opens the database and brings its schema up to date.
 * @throws Error when the server does not wait for the disk, or has a newer schema than this build.
 */
export async function openStore({
  databaseUrl,
  log = createLog('silent'),
  limits = usualLimits,
}: StoreOptions): Promise<Store> {
  const open = (max: number, options: pg.PoolConfig) =>
    createWatchedPool(
      {
        connectionString: databaseUrl,
        types: { getTypeParser: types.getTypeParser },
        application_name: 'amber',
        max,
        ...options,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveAfter,
      },
      { ...limits, log },
    );
  const stream = () => openSocket(limits.databaseSilence);
  const pool = open(16, { stream, connectionTimeoutMillis: 10_000, statement_timeout: limits.statementWithin });
  const visitorPool = open(limits.visitorConnections, {
    stream,
    connectionTimeoutMillis: limits.visitorQueryWithin,
    statement_timeout: limits.visitorQueryWithin,
  });
  // A migration takes as long as there is data, and waits for another gateway's.
  const migrating = open(1, { connectionTimeoutMillis: 10_000 });
  // An idle connection that breaks is replaced by the pool; here, too, without a listener it would end the process.
  for (const one of [pool, visitorPool, migrating]) one.on('error', () => undefined);
  try {
    await checkDurability(pool);
    await migrate(migrating);
  } catch (error) {
    await pool.end();
    throw error;
  } finally {
    await migrating.end();
  }
  const db = new StoreDb({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    db,
    visitors: new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: bounded(visitorPool, limits.visitorsWaitingMax) }),
    }),
    async setting(name, make) {
      await db
        .insertInto('setting')
        .values({ name, value: make() })
        .onConflict((on) => on.doNothing())
        .execute();
      return (await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
    },
    async close() {
      await Promise.all([pool.end(), visitorPool.end()]);
    },
  };
}

/** Refuses at once, instead of letting a queue grow that is answered too late for everybody in it. */
const bounded = (pool: pg.Pool, waitingMax: number): PostgresPool => ({
  options: pool.options,
  async connect() {
    if (pool.waitingCount >= waitingMax) throw new Fault('UNAVAILABLE');
    return pool.connect();
  },
  end: () => pool.end(),
});

async function checkDurability(pool: pg.Pool): Promise<void> {
  for (const name of ['fsync', 'synchronous_commit']) {
    const { rows } = await pool.query<{ value: string }>('select current_setting($1) as value', [name]);
    if (rows[0]?.value === 'off') {
      throw new Error(`PostgreSQL runs with ${name}=off, which may lose messages that were confirmed. Set ${name}=on.`);
    }
  }
}
