// The realtime side: lets sockets in at /gateway/socket.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Limits } from '@amber/proto/limits';
import { WebSocketServer } from 'ws';
import { addressOf, isLoopback } from './address.ts';
import type { Fanout } from './delivery/fanout.ts';
import { isOwnOrigin } from './origin.ts';
import type { Policy } from './policy.ts';
import type { CommandHandlers } from './socket/commands.ts';
import { closeCodes, openConnection, type Connection } from './socket/connection.ts';

interface SocketPorts {
  server: Server;
  handlers: CommandHandlers;
  policy: Policy;
  fanout: Fanout;
  limits: Limits;
  publicUrl: string | undefined;
  onError(error: unknown): void;
}

const path = '/gateway/socket';

export function createSocketServer({ server, handlers, policy, fanout, limits, publicUrl, onError }: SocketPorts) {
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: limits.frameMax, perMessageDeflate: false, clientTracking: false });
  const connections = new Set<Connection>();
  const perAddress = new Map<string, number>();
  let closing = false;

  function refuse(socket: Duplex, status: string): void {
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const address = addressOf(request);
    const open = perAddress.get(address) ?? 0;
    if (request.url?.split('?')[0] !== path) return refuse(socket, '404 Not Found');
    if (closing) return refuse(socket, '503 Service Unavailable');
    if (!isOwnOrigin(request, publicUrl)) return refuse(socket, '403 Forbidden');
    if (open >= limits.socketsPerAddress && !isLoopback(address)) return refuse(socket, '429 Too Many Requests');

    webSockets.handleUpgrade(request, socket, head, (ws) => {
      perAddress.set(address, open + 1);
      const connection = openConnection({ ws, handlers, policy, fanout, limits, onSignIn: limitPerUser, onError });
      connections.add(connection);
      ws.on('close', () => {
        connections.delete(connection);
        const left = perAddress.get(address)! - 1;
        if (left > 0) perAddress.set(address, left);
        else perAddress.delete(address);
      });
    });
  }

  /** A person's oldest sockets make room for the newest. */
  function limitPerUser({ actor }: Connection): void {
    const own = [...connections].filter((one) => one.actor.identifier === actor.identifier);
    for (const connection of own.slice(0, -limits.socketsPerUser)) connection.close(closeCodes.forbidden, 'too many connections');
  }

  server.on('upgrade', upgrade);
  return {
    close(): void {
      closing = true;
      for (const connection of connections) connection.close(closeCodes.restart, 'the gateway restarts');
    },
  };
}
