// Runs PostgreSQL for a gateway without a database of its own: starts it, adopts it, watches it, stops it.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { prepareBinaries } from './binaries.ts';
import { createCluster } from './cluster.ts';
import { prepareDataLocation } from './dataLocation.ts';
import { rotateLog } from './rotateLog.ts';
import { isPostmaster, readPostmaster, spawnPostmaster } from './postmaster.ts';

export interface EmbeddedPostgres {
  databaseUrl: string;
  /** True when it adopted a server left running by an earlier gateway. */
  adopted: boolean;
  /** Stops the server as well. */
  close(): Promise<void>;
  /** Signals the server to end its connections and stop, without waiting for it. */
  stopDatabaseNow(): void;
}

interface EmbeddedOptions {
  dataDir: string;
  say?: (sentence: string) => void;
  /** Stops the server with this process, even when nobody closes it; for tests. */
  temporary?: boolean;
}

/** An advisory lock's key: any number, the same for every gateway. */
const gatewayLock = 5_106_002;
const watchEvery = 1_000;
const rotateEvery = 60_000;
const startTimeout = 60_000;
/** Milliseconds that a connection gets to close. */
const closeTimeout = 2_000;

/**
 * Starts PostgreSQL on this data folder, for this gateway alone. The server outlives a killed gateway; the next one
 * adopts it.
 * @throws Error with a sentence that says what to do: no package for this system, a folder that is not writable,
 * another gateway on the same folder, a server that does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const say = options.say ?? (() => undefined);
  const location = await prepareDataLocation(options.dataDir);
  if (location.isRelocated)
    say(`The database user cannot reach ${options.dataDir}; the database is kept in ${location.home}`);
  const binaries = await prepareBinaries(location);
  await createCluster(location, binaries, say);
  await rotateLog(location.log);

  const findRunning = () => {
    const postmaster = readPostmaster(location);
    return postmaster !== null && isPostmaster(postmaster.pid, location) ? postmaster : null;
  };
  const adopted = findRunning() !== null;
  say(adopted ? 'Taking over the database server that is already running' : 'Starting the database server');
  const databaseUrl = await waitUntilUp();
  let lock = await acquireLock(databaseUrl);

  const signalServer = (signal: NodeJS.Signals) => {
    const server = findRunning();
    if (server) process.kill(server.pid, signal);
    return server;
  };
  const stopAtExit = () => signalServer('SIGQUIT');
  if (options.temporary) process.once('exit', stopAtExit);

  let closing = false;
  let restarting = false;
  const watch = setInterval(() => {
    if (!closing && !restarting)
      void restartIfGone().catch((error: Error) => say(`The database server did not come back: ${error.message}`));
  }, watchEvery);
  watch.unref();
  const rotation = setInterval(() => {
    void rotateLog(location.log).catch((error: Error) =>
      say(`The log of the database stays as it is: ${error.message}`),
    );
  }, rotateEvery);
  rotation.unref();

  async function restartIfGone(): Promise<void> {
    if (findRunning() && !lock.lost) return;
    restarting = true;
    try {
      await waitUntilUp(databaseUrl);
      if (lock.lost) lock = await acquireLock(databaseUrl);
    } finally {
      restarting = false;
    }
  }

  /** Starts the server unless it runs, at its previous address, and waits for its first response. */
  async function waitUntilUp(previousUrl?: string): Promise<string> {
    const until = Date.now() + startTimeout;
    let spawned: ReturnType<typeof spawnPostmaster> | undefined;
    for (;;) {
      const server = findRunning();
      if (server && (await isAnswering(server.databaseUrl))) return server.databaseUrl;
      if (!server && (spawned === undefined || spawned.hasEnded()))
        spawned = spawnPostmaster(location, binaries, previousUrl);
      if (Date.now() > until) throw new Error(`PostgreSQL did not start. Its log is ${location.log}`);
      // A killed server's leftovers take a moment to disappear.
      await sleep(spawned?.hasEnded() ? 300 : 50);
    }
  }

  return {
    databaseUrl,
    adopted,
    stopDatabaseNow: () => void signalServer('SIGINT'),
    async close() {
      closing = true;
      clearInterval(watch);
      clearInterval(rotation);
      await lock.release();
      process.off('exit', stopAtExit);
      const server = signalServer('SIGINT');
      while (server && isPostmaster(server.pid, location)) await sleep(20);
    },
  };
}

async function isAnswering(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    // Not awaited: a connection that broke while starting may never report its end.
    void client.end().catch(() => undefined);
  }
}

/**
 * The lock is held as long as the connection lives. A killed gateway's connection takes a moment to close, so this
 * retries.
 */
async function acquireLock(databaseUrl: string) {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'amber lock',
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  const lock = {
    lost: false,
    release: () => Promise.race([client.end().catch(() => undefined), sleep(closeTimeout, undefined, { ref: false })]),
  };
  const markLost = () => {
    lock.lost = true;
  };
  client.on('error', markLost).on('end', markLost);
  await client.connect();
  for (let tries = 0; tries < 40; tries += 1) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [gatewayLock]);
    if (rows[0]!.mine) return lock;
    await sleep(100);
  }
  await client.end();
  throw new Error('Another gateway is running on this data folder. Stop it, or set AMBER_DATA to another folder.');
}
