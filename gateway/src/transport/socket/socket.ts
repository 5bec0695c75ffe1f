// Accepts sockets at /gateway/socket.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { AddressOf } from '../../core/address.ts';
import { createCommandLog } from '../http/callLog.ts';
import type { Fanout } from '../../messages/push/fanout.ts';
import { isOwnOrigin } from '../../core/origin.ts';
import type { Policy } from '../../api/policy.ts';
import type { CommandHandlers } from './commands.ts';
import { closeCodes, openConnection, type Connection } from './connection.ts';
import { createFrameCounts } from './frameQueue.ts';
import { createSocketCounts } from './socketCounts.ts';
import { anonymousActor } from '../../people/signIn/tokens.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface SocketPorts extends Pick<GatewayBase, 'limits' | 'log' | 'metrics' | 'rateLimits' | 'sharedSockets'> {
  server: Server;
  handlers: CommandHandlers;
  policy: Policy;
  fanout: Fanout;
  addressOf: AddressOf;
  publicUrl: string | undefined;
}

const path = '/gateway/socket';

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
  const upgrades = ports.rateLimits.perNetwork('upgradesOfNetwork', { perMinute: limits.upgradesPerMinutePerNetwork });
  const socketCounts = createSocketCounts(ports);
  let closing = false;

  function refuse(socket: Duplex, status: string): void {
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const address = addressOf(request);
    if (request.url?.split('?')[0] !== path) return refuse(socket, '404 Not Found');
    if (closing) return refuse(socket, '503 Service Unavailable');
    if (!isOwnOrigin(request, publicUrl)) return refuse(socket, '403 Forbidden');
    if (!(await upgrades.allow(address))) return refuse(socket, '429 Too Many Requests');
    const counted = await socketCounts.acquire(address);
    if (!counted) return refuse(socket, '429 Too Many Requests');
    socket.once('close', counted.release);
    // Both may have happened while the other gateways were asked.
    if (socket.destroyed) return counted.release();
    if (closing) return refuse(socket, '503 Service Unavailable');

    webSockets.handleUpgrade(request, socket, head, (ws) => {
      const onSignIn = (one: Connection) =>
        counted.register(one.actor.identifier, () => one.close(closeCodes.forbidden, 'too many connections'));
      const connection = openConnection({ ...ports, ws, onSignIn, commandLog, frameCounts });
      connections.add(connection);
      ws.on('close', () => {
        connections.delete(connection);
        counted.release();
      });
    });
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

  server.on('upgrade', (...request) => void upgrade(...request));
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
