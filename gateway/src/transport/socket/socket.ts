// Accepts sockets at /gateway/socket.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits as usual } from '@amber/proto/limits';
import { WebSocketServer } from 'ws';
import { isLoopback, narrowNetworkOf, networkOf, type AddressOf } from '../../core/address.ts';
import { createNetworkRateLimit } from '../../core/rateLimit.ts';
import { createCommandLog } from '../http/callLog.ts';
import type { Fanout } from '../../messages/push/fanout.ts';
import { isOwnOrigin } from '../../core/origin.ts';
import type { Policy } from '../../api/policy.ts';
import type { CommandHandlers } from './commands.ts';
import { closeCodes, openConnection, type Connection } from './connection.ts';
import { createFrameCounts } from './frameQueue.ts';
import { anonymousActor } from '../../people/signIn/tokens.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface SocketPorts extends Pick<GatewayBase, 'limits' | 'log' | 'metrics'> {
  server: Server;
  handlers: CommandHandlers;
  policy: Policy;
  fanout: Fanout;
  addressOf: AddressOf;
  publicUrl: string | undefined;
}

const path = '/gateway/socket';

/** Counts open sockets per network. This machine is exempt. */
function createSocketCounts(socketsMax: number) {
  const open = new Map<string, number>();
  const add = (key: string, change: number): void => {
    const count = (open.get(key) ?? 0) + change;
    if (count > 0) open.set(key, count);
    else open.delete(key);
  };
  const keysOf = (address: string) => [`narrow ${narrowNetworkOf(address)}`, `wide ${networkOf(address)}`] as const;
  return {
    isBelowLimit(address: string): boolean {
      const [narrow, wide] = keysOf(address);
      return (
        isLoopback(address) ||
        ((open.get(narrow) ?? 0) < socketsMax && (open.get(wide) ?? 0) < socketsMax * usual.wideNetworkFactor)
      );
    },
    /** Adds one to the count; returns a function that subtracts it once. */
    acquire(address: string): () => void {
      const keys = keysOf(address);
      for (const key of keys) add(key, 1);
      let isCounted = true;
      return () => {
        if (isCounted) for (const key of keys) add(key, -1);
        isCounted = false;
      };
    },
  };
}

export type SocketServer = ReturnType<typeof createSocketServer>;

export function createSocketServer(ports: SocketPorts) {
  const { server, limits, addressOf, publicUrl, log, metrics } = ports;
  const commandLog = createCommandLog(log, metrics, limits);
  const frameCounts = createFrameCounts();
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameMax,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const connections = new Set<Connection>();
  const upgrades = createNetworkRateLimit({ perMinute: limits.upgradesPerMinutePerNetwork });
  const openSockets = createSocketCounts(limits.socketsPerNetwork);
  const unregisteredSockets = createSocketCounts(limits.unregisteredSocketsPerNetwork);
  let closing = false;

  function refuse(socket: Duplex, status: string): void {
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const address = addressOf(request);
    if (request.url?.split('?')[0] !== path) return refuse(socket, '404 Not Found');
    if (closing) return refuse(socket, '503 Service Unavailable');
    if (!isOwnOrigin(request, publicUrl)) return refuse(socket, '403 Forbidden');
    if (!upgrades.allow(address) || !openSockets.isBelowLimit(address) || !unregisteredSockets.isBelowLimit(address))
      return refuse(socket, '429 Too Many Requests');

    webSockets.handleUpgrade(request, socket, head, (ws) => {
      const releaseOpen = openSockets.acquire(address);
      const releaseUnregistered = unregisteredSockets.acquire(address);
      const onSignIn = (one: Connection) => {
        releaseUnregistered();
        limitPerUser(one);
      };
      const connection = openConnection({ ...ports, ws, onSignIn, commandLog, frameCounts });
      connections.add(connection);
      ws.on('close', () => {
        connections.delete(connection);
        releaseUnregistered();
        releaseOpen();
      });
    });
  }

  /** A person's oldest sockets are closed for the newest. */
  function limitPerUser({ actor }: Connection): void {
    const own = [...connections].filter((one) => one.actor.identifier === actor.identifier);
    for (const connection of own.slice(0, -limits.socketsPerUser))
      connection.close(closeCodes.forbidden, 'too many connections');
  }

  metrics.sample('amber_sockets', () => {
    const registered = [...connections].filter(({ actor }) => actor !== anonymousActor).length;
    return [
      [{ state: 'registered' }, registered],
      [{ state: 'unregistered' }, connections.size - registered],
    ];
  });
  metrics.sample('amber_frames_sent_total', () => [
    [{ kind: 'answer' }, frameCounts.answers],
    [{ kind: 'push' }, frameCounts.pushes],
  ]);
  metrics.sample('amber_frames_dropped_total', () => [[{}, frameCounts.dropped]]);

  function closeAll(closed: Iterable<Connection>): void {
    closing = true;
    for (const connection of closed) connection.close(closeCodes.restart, 'the gateway restarts');
  }

  server.on('upgrade', upgrade);
  return {
    close: () => closeAll(connections),

    /** Accepts no more sockets, and closes the open ones in batches: after the last one, it resolves. */
    async drain(): Promise<void> {
      closing = true;
      const open = [...connections];
      const batches = limits.drainSocketsWithin / limits.drainBatchEvery;
      const size = Math.max(limits.drainBatchMin, Math.ceil(open.length / batches));
      for (let at = 0; at < open.length; at += size) {
        if (at > 0) await sleep(limits.drainBatchEvery);
        closeAll(open.slice(at, at + size));
      }
    },
  };
}
