// A PostgreSQL with a synchronous standby, behind one address that moves to the standby, for tests.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { prepareBinaries } from '../db/postgres/binaries.ts';
import { createCluster, databaseUser } from '../db/postgres/cluster.ts';
import { type DataLocation, prepareDataLocation } from '../db/postgres/dataLocation.ts';
import { query, temporaryFolder } from './gateway.ts';
import { freePort } from './freePort.ts';
import { startTcpProxy } from './tcpProxy.ts';

const standbyName = 'standby';

interface ServerOptions {
  location: DataLocation;
  cluster: string;
  port: number;
  settings?: readonly string[];
}

/** Starts a server, and waits for its first answer. */
async function startServer({ location, cluster, port, settings = [] }: ServerOptions) {
  const { postgres } = await prepareBinaries(location);
  const options = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, ...settings];
  const child = spawn(postgres, ['-D', cluster, ...options.flatMap((setting) => ['-c', setting])], {
    cwd: location.home,
    stdio: 'ignore',
    env: { PATH: process.env.PATH, TZ: 'UTC' },
    ...location.user,
  });
  const ended = once(child, 'exit');
  const password = await readFile(location.passwordFile, 'utf8');
  const server = {
    databaseUrl: `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/postgres`,
    async end(signal: NodeJS.Signals): Promise<void> {
      child.kill(signal);
      await ended;
    },
  };
  const isAnswering = () =>
    query(server, 'select 1').then(
      () => true,
      () => false,
    );
  while (!(await isAnswering())) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL does not start in ${cluster}`);
    await sleep(20);
  }
  return server;
}

/** Copies a stopped cluster, and makes the copy a standby that finds the primary at this port. */
async function createStandby(location: DataLocation, cluster: string, primaryPort: number): Promise<void> {
  await promisify(execFile)('cp', ['-a', location.cluster, cluster]);
  const password = await readFile(location.passwordFile, 'utf8');
  const primary = `host=127.0.0.1 port=${primaryPort} user=${databaseUser} password=${password}`;
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${primary} application_name=${standbyName}'\n`,
  );
  const signal = join(cluster, 'standby.signal');
  await writeFile(signal, '');
  if (location.user) await chown(signal, location.user.uid, location.user.gid);
}

/** Starts both servers, and waits until the primary waits for the standby with each commit. */
export async function startReplicatedPostgres() {
  const folder = await temporaryFolder();
  const location = await prepareDataLocation(folder);
  await createCluster(location, await prepareBinaries(location), () => undefined);
  const ports = { primary: await freePort(), standby: await freePort() };
  const link = await startTcpProxy({ target: ports.primary });
  const address = await startTcpProxy({ target: ports.primary });
  const standbyCluster = join(location.home, 'standby');
  await createStandby(location, standbyCluster, link.port);
  const primary = await startServer({
    location,
    cluster: location.cluster,
    port: ports.primary,
    settings: [`synchronous_standby_names=${standbyName}`],
  });
  const standby = await startServer({ location, cluster: standbyCluster, port: ports.standby });
  const count = async (text: string) => Number((await query<{ count: number }>(primary, text)).rows[0]!.count);
  const databaseUrl = new URL(primary.databaseUrl);
  databaseUrl.port = String(address.port);
  while ((await count("select count(*) from pg_stat_replication where sync_state = 'sync'")) === 0) await sleep(20);
  let isPrimaryRunning = true;

  return {
    /** The address of whichever server is the primary. */
    databaseUrl: databaseUrl.href,
    /** Cuts the standby off from the primary. */
    cutLink: () => link.cut(),
    /** How many commits wait for the standby. */
    waitingCommits: () => count("select count(*) from pg_stat_activity where wait_event = 'SyncRep'"),
    /** Loses the primary for good: nobody reaches it any more, then its processes end without a checkpoint. */
    async losePrimary(): Promise<void> {
      address.cut();
      await primary.end('SIGQUIT');
      isPrimaryRunning = false;
    },
    /** Makes the standby the primary, and points the address there. */
    async promoteStandby(): Promise<void> {
      await query(standby, 'select pg_promote(true, 60)');
      address.pointTo(ports.standby);
    },
    async close(): Promise<void> {
      await Promise.all([address.close(), link.close()]);
      await Promise.all([standby.end('SIGQUIT'), isPrimaryRunning && primary.end('SIGQUIT')]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
