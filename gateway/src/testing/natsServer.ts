// A NATS server for tests, configured as docs/operations.md recommends; it can be stopped and started again.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsSettings } from '../core/natsBus.ts';
import { freePort } from './freePort.ts';
import { temporaryFolder } from './gateway.ts';

export type NatsServer = Awaited<ReturnType<typeof startNatsServer>>;

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/**
 * Starts it on any free port; with an `nkey` its user signs with that key instead of a password. An impatient server
 * soon disconnects a client that does not read.
 */
export async function startNatsServer({ nkey = '', permitted = 'amber.>', isImpatient = false } = {}) {
  const port = await freePort();
  const settings: NatsSettings = {
    servers: [`127.0.0.1:${port}`],
    tls: false,
    user: 'amber',
    password: 'a password',
    credentialsFile: undefined,
  };
  const folder = await temporaryFolder();
  const configuration = join(folder, 'nats.conf');
  const user = nkey ? `nkey: ${nkey}` : `user: ${settings.user}, password: ${JSON.stringify(settings.password)}`;
  await writeFile(
    configuration,
    `listen: "127.0.0.1:${port}"
    ${isImpatient ? 'max_pending: 1MB, write_deadline: "300ms"' : ''}
    authorization { users = [{ ${user}, permissions: { publish: "${permitted}", subscribe: "${permitted}" } }] }`,
  );
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const server = spawn('nats-server', ['-c', configuration], { stdio: 'ignore' });
    child = server;
    const failed = once(server, 'error').then(([error]) => {
      throw error as Error;
    });
    failed.catch(() => undefined);
    const listening = (async () => {
      while (!(await isListening(port))) {
        if (server.exitCode !== null) throw new Error('nats-server ended');
        await sleep(20);
      }
    })();
    await Promise.race([listening, failed]);
  }

  async function stop(): Promise<void> {
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    child = null;
    await ended;
  }

  await start();
  return {
    settings,
    url: `nats://amber:a%20password@127.0.0.1:${port}`,
    start,
    stop,
    /** Keeps its connections open and does not read from them. */
    pause: () => child!.kill('SIGSTOP'),
    resume: () => child!.kill('SIGCONT'),
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
