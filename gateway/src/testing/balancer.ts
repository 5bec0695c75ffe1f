// A load balancer for tests: it sends each call and each socket to the next gateway that is ready.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two checks of a gateway. */
const checkEvery = 50;
/** Milliseconds after which a gateway that does not answer counts as not ready. */
const checkTimeout = 2_000;
/** Milliseconds between two looks for a gateway that is ready, and how often it looks before it gives up. */
const retryEvery = 20;
const retries = 1_500;

interface Target {
  url: string;
  isReady: boolean;
}

async function isReady({ url }: Target): Promise<boolean> {
  try {
    return (await fetch(`${url}/gateway/ready`, { signal: AbortSignal.timeout(checkTimeout) })).ok;
  } catch {
    return false;
  }
}

/** The request line and the headers, as they arrived. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Joins two connections until one of them ends. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
  }
}

/** Starts it on any free port, without gateways. */
export async function startBalancer() {
  const targets = new Set<Target>();
  let turn = 0;
  let isClosed = false;

  async function watch(target: Target): Promise<void> {
    while (!isClosed && targets.has(target)) {
      target.isReady = await isReady(target);
      await sleep(checkEvery);
    }
  }

  /** Waits for a gateway that is ready; undefined if none is for a while. */
  async function nextTarget(): Promise<Target | undefined> {
    for (let tries = 0; tries < retries && !isClosed; tries += 1) {
      const ready = [...targets].filter((target) => target.isReady);
      if (ready.length > 0) return ready[(turn += 1) % ready.length];
      await sleep(retryEvery);
    }
    return undefined;
  }

  /** Opens a connection to a gateway. One that refuses it has not begun anything, so the next one gets the request. */
  async function openConnection(): Promise<Socket | undefined> {
    for (;;) {
      const target = await nextTarget();
      if (!target) return undefined;
      const { hostname, port } = new URL(target.url);
      const socket = connect(Number(port), hostname);
      try {
        await once(socket, 'connect');
        return socket;
      } catch {
        target.isReady = false;
      }
    }
  }

  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const [body, socket] = await Promise.all([buffer(asked), openConnection()]);
    if (!socket) return void answer.destroy();
    const forwarded = request({
      createConnection: () => socket,
      method: asked.method,
      path: asked.url,
      headers: { ...asked.headers, connection: 'close' },
    });
    forwarded.on('response', (reply) => {
      const { connection: _, ...headers } = reply.headers;
      answer.writeHead(reply.statusCode!, headers);
      reply.pipe(answer);
      reply.on('error', () => answer.destroy());
    });
    // A gateway that dies may have done what it was asked: the client has to find out.
    forwarded.on('error', () => answer.destroy());
    answer.on('close', () => socket.destroy());
    forwarded.end(body);
  }

  const server = createServer((asked, answer) => void forward(asked, answer).catch(() => answer.destroy()));
  server.on('upgrade', (asked, client: Socket, first: Buffer) => {
    client.on('error', () => client.destroy());
    void openConnection().then((socket) => {
      if (!socket) return client.destroy();
      socket.write(headOf(asked));
      socket.write(first);
      join(client, socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Sends requests to this gateway too, from when it is ready. */
    add(url: string): void {
      const target = { url, isReady: false };
      targets.add(target);
      void watch(target);
    },
    /** Forgets a gateway; its connections stay. */
    remove(url: string): void {
      for (const target of targets) if (target.url === url) targets.delete(target);
    },
    /** How many gateways are ready. */
    readyCount: (): number => [...targets].filter((target) => target.isReady).length,
    async close(): Promise<void> {
      isClosed = true;
      server.closeAllConnections();
      server.close();
    },
  };
}
