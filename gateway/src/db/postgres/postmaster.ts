// The database server's process: starts it, and reads its pid file.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { databaseUser } from './cluster.ts';
import type { DataLocation } from './dataLocation.ts';

/** A Unix socket's path must fit into 107 bytes, including the file name. */
const socketPathMax = 80;
const socketPort = 5432;

/** The log is for errors; people's content must not be in it. */
const settings = [
  'max_connections=200',
  'log_checkpoints=off',
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
];

const pidFile = (location: DataLocation) => join(location.cluster, 'postmaster.pid');

export interface Postmaster {
  pid: number;
  databaseUrl: string;
}

/** The pid file's content, or null when it is missing or still being written. */
export function readPostmaster(location: DataLocation): Postmaster | null {
  if (!existsSync(pidFile(location))) return null;
  const [pid, , , port, socketDir] = readFileSync(pidFile(location), 'utf8').split('\n');
  if (!pid || !port || socketDir === undefined) return null;
  const password = readFileSync(location.passwordFile, 'utf8');
  const host = socketDir === '' ? '127.0.0.1' : socketDir;
  return {
    pid: Number(pid),
    databaseUrl: `postgresql://${databaseUser}:${password}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`,
  };
}

/** Whether this process lives and is this cluster's server: after a reboot the pid may belong to another one. */
export function isPostmaster(pid: number, { cluster }: Pick<DataLocation, 'cluster'>): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    // A zombie has an empty command line.
    const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(program!) === 'postgres' && args.includes(cluster);
  } catch {
    return false;
  }
}

/**
 * Starts the server in its own session, so that it outlives the gateway, and at its previous address, where clients
 * reconnect.
 */
export function spawnPostmaster(
  location: DataLocation,
  binaries: Binaries,
  previousUrl?: string,
): { hasEnded(): boolean } {
  let hasEnded = false;
  const markEnded = () => {
    hasEnded = true;
  };
  void start().catch(markEnded);
  return { hasEnded: () => hasEnded };

  async function start() {
    const bySocket = process.platform !== 'win32' && location.socketDir.length <= socketPathMax;
    const address = bySocket
      ? ['listen_addresses=', `unix_socket_directories=${location.socketDir}`, `port=${socketPort}`]
      : [
          'listen_addresses=127.0.0.1',
          'unix_socket_directories=',
          `port=${previousUrl ? new URL(previousUrl).port : await freePort()}`,
        ];
    const options = [...address, ...settings].flatMap((setting) => ['-c', setting]);
    removeStalePidFile(location);
    const log = openSync(location.log, 'a', 0o600);
    const child = spawn(binaries.postgres, ['-D', location.cluster, ...options], {
      cwd: location.home,
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, TZ: 'UTC' },
      ...location.user,
    });
    closeSync(log);
    for (const event of ['exit', 'error']) child.on(event, markEnded);
    child.unref();
  }
}

/** PostgreSQL would mistake any live process with its old pid for itself. */
function removeStalePidFile(location: DataLocation): void {
  const postmaster = readPostmaster(location);
  if (postmaster !== null && !isPostmaster(postmaster.pid, location)) rmSync(pidFile(location), { force: true });
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
      .on('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as { port: number };
        server.close(() => resolve(port));
      });
  });
