// A coturn server for tests, with the configuration of deploy/turnserver.conf; everything is on this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from './freePort.ts';
import { temporaryFolder } from './gateway.ts';

const configuration = fileURLToPath(new URL('../../../deploy/turnserver.conf', import.meta.url));

/**
 * Starts it. By default it refuses to relay to this machine, as in production; `permitsLoopback` lets two devices of this
 * machine meet.
 */
export async function startRelayServer({ permitsLoopback = false } = {}) {
  const port = await freePort();
  const secret = 'the secret of the relay';
  const folder = await temporaryFolder();
  const flags = {
    'static-auth-secret': secret,
    'listening-ip': '127.0.0.1',
    'relay-ip': '127.0.0.1',
    'listening-port': String(port),
    db: join(folder, 'turndb'),
    pidfile: join(folder, 'pid'),
    'log-file': 'stdout',
  };
  const start = async () => {
    const server = spawn(
      'turnserver',
      [
        '-c',
        configuration,
        '--no-tls',
        '--no-dtls',
        '--simple-log',
        ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
        ...(permitsLoopback ? ['--allow-loopback-peers', '--allowed-peer-ip=127.0.0.1'] : []),
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const ended = once(server, 'exit');
    // Its sockets listen when the last of its threads has begun.
    const listening = new Promise<void>((resolve) => {
      createInterface(server.stdout).on('line', (line) => {
        if (line.includes('Total General servers')) resolve();
      });
    });
    await Promise.race([
      listening,
      ended.then(() => {
        throw new Error('turnserver ended');
      }),
    ]);
    return async () => {
      server.kill('SIGKILL');
      await ended;
    };
  };
  let stop = await start();
  return {
    port,
    settings: { urls: [`turn:127.0.0.1:${port}?transport=udp`], secret },
    /** Ends it, and with it every path through it. */
    stop: () => stop(),
    /** Starts it again on the same port. It knows nothing of earlier connections. */
    async start() {
      stop = await start();
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
