// Opens the database: a pool, typed queries, and the checks that make a commit durable.
import { Fault } from '@amber/proto/faults';
import { limits as usualLimits, type Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import { Kysely, PostgresDialect, type PostgresPool, type Transaction as Tx, type TransactionBuilder } from 'kysely';
import pg from 'pg';
import { openSocket } from './connection.ts';
import { createLog } from '../core/log.ts';
import { type Metrics, noMetrics } from '../core/metrics/metrics.ts';
import { migrate } from './migrate.ts';
import { retryOnConflict } from './retryOnConflict.ts';
import type { Tables } from './tables.ts';
import { createLoggedPool } from './loggedPool.ts';

export type Db = Kysely<Tables>;
/** A transaction of this database; functions with a `Db` accept one, too. */
export type Transaction = Tx<Tables>;

export interface Store {
  pool: pg.Pool;
  db: Db;
  /** A small pool for people without a session, so that they block nobody else. Throws Fault UNAVAILABLE when full. */
  visitorDb: Db;
  /** Secrets and the like, created once: the first value written stays. */
  setting(name: string, make: () => string): Promise<string>;
  close(): Promise<void>;
}

interface StoreOptions {
  databaseUrl: string;
  /** Called with failed and slow statements. */
  log?: FastifyBaseLogger;
  limits?: Limits;
  metrics?: Metrics;
  /** The number of connections, besides those for visitors. */
  poolSize?: number | undefined;
}

/**
 * Retries an aborted transaction. Its body must therefore have no effect outside the database: publish after the
 * commit.
 */
class StoreDb extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => retryOnConflict(() => execute(work));
    return builder;
  }
}

const int8 = 20;
/** Milliseconds until TCP keepalive begins to check the other end, every second. */
const keepAliveAfter = 5_000;
/** Each of our int8 columns is a time or a count, far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Opens the database and migrates its schema.
 * @throws Error when the server does not flush commits to disk, or has a schema that this build cannot use.
 */
export async function openStore({
  databaseUrl,
  log = createLog('silent'),
  limits = usualLimits,
  metrics = noMetrics,
  poolSize = 16,
}: StoreOptions): Promise<Store> {
  const createPool = (max: number, options: pg.PoolConfig) =>
    createLoggedPool(
      {
        connectionString: databaseUrl,
        types: { getTypeParser: types.getTypeParser },
        application_name: 'amber',
        idle_in_transaction_session_timeout: limits.idleTransactionTimeout,
        max,
        ...options,
        keepAlive: true,
        keepAliveInitialDelayMillis: keepAliveAfter,
      },
      { ...limits, log },
    );
  const stream = () => openSocket(limits.databaseSilenceTimeout);
  const pool = createPool(poolSize, {
    stream,
    connectionTimeoutMillis: 10_000,
    statement_timeout: limits.statementTimeout,
  });
  const visitorPool = createPool(limits.visitorConnections, {
    stream,
    connectionTimeoutMillis: limits.visitorQueryTimeout,
    statement_timeout: limits.visitorQueryTimeout,
  });
  const pools = { main: pool, visitors: visitorPool };
  // A migration may take long with much data, and waits for another gateway's migration.
  const migrationPool = createPool(1, { connectionTimeoutMillis: 10_000 });
  // The pool replaces a broken idle connection; without a listener its error would end the process.
  for (const each of [pool, visitorPool, migrationPool]) each.on('error', () => undefined);
  try {
    await checkDurability(pool);
    await migrate(migrationPool);
  } catch (error) {
    await pool.end();
    throw error;
  } finally {
    await migrationPool.end();
  }
  samplePools(metrics, pools);
  const db = new StoreDb({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    db,
    visitorDb: new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: limitWaiting(visitorPool, limits.visitorsWaitingMax) }),
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

function samplePools(metrics: Metrics, pools: Readonly<Record<string, pg.Pool>>): void {
  const all = Object.entries(pools);
  metrics.sample('amber_database_connections', () =>
    all.flatMap(([name, { totalCount, idleCount, options }]) => [
      [{ pool: name, state: 'used' }, totalCount - idleCount] as const,
      [{ pool: name, state: 'idle' }, idleCount] as const,
      [{ pool: name, state: 'max' }, options.max] as const,
    ]),
  );
  metrics.sample('amber_database_waiting', () => all.map(([name, { waitingCount }]) => [{ pool: name }, waitingCount]));
}

/** Rejects at once, instead of building a queue in which everyone gets an answer too late. */
const limitWaiting = (pool: pg.Pool, waitingMax: number): PostgresPool => ({
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
