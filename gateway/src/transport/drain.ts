// Empties a gateway that is about to stop, so that its devices move to another one without a failed call.
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Readiness } from './readiness.ts';
import type { SocketServer } from './socket/socket.ts';

interface DrainPorts extends Pick<GatewayBase, 'limits' | 'metrics'> {
  server: Server;
  readiness: Pick<Readiness, 'leave'>;
  sockets: Pick<SocketServer, 'drain'>;
  /** Milliseconds until the load balancer has noticed that the gateway is not ready. */
  drainDelay: number;
  /** Resolves when no work runs here that another gateway would have to begin again. */
  whenIdle(): Promise<unknown>;
}

/** Milliseconds between two looks for connections whose last response has been sent. */
const idleCheckEvery = 50;

/** Accepts no more connections, and resolves when the last one has been closed. */
async function closeConnections(server: Server): Promise<void> {
  const timer = setInterval(() => server.closeIdleConnections(), idleCheckEvery);
  await new Promise((resolve) => {
    server.close(resolve);
  }).finally(() => clearInterval(timer));
}

/** Returns a function that resolves when the gateway may be closed, after a limited time at the latest. */
export function createDrain({ server, limits, metrics, readiness, sockets, drainDelay, whenIdle }: DrainPorts) {
  let draining: Promise<void> | undefined;
  metrics.sample('amber_draining', () => [[{}, draining ? 1 : 0]]);

  async function drain(): Promise<void> {
    readiness.leave();
    await sleep(drainDelay);
    await sockets.drain();
    const timeout = new AbortController();
    await Promise.race([
      Promise.allSettled([closeConnections(server), whenIdle()]),
      sleep(limits.drainTimeout, undefined, { signal: timeout.signal }).catch(() => undefined),
    ]);
    timeout.abort();
  }

  return (): Promise<void> => (draining ??= drain());
}
