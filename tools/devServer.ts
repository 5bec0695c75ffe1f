// A development server for one remote: serves its files, and forwards everything else to a running gateway.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

interface DevServerOptions {
  /** The gateway's address. */
  target: string;
  /** The remote's name, and its build folder. */
  name: string;
  path: string;
  port: number;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const buildEventsPath = '/chat/__dev/builds';

/** The gateway's pages and the remote share one origin, so the page's content security policy needs no change. */
export async function startDevServer({ target, name, path, port }: DevServerOptions) {
  const basePath = `/chat/__dev/${name}/`;
  const listeners = new Set<ServerResponse>();
  const { hostname, port: targetPort } = new URL(target);
  const createProxyRequest = (from: IncomingMessage) =>
    request({ hostname, port: targetPort, path: from.url, method: from.method, headers: from.headers });

  /** The entry's file name contains a hash, but it is requested without. */
  const fileOf = (fileName: string): string =>
    fileName === 'remoteEntry.js'
      ? (readdirSync(path)
          .filter((file) => /^remoteEntry\.\w+\.js$/.test(file))
          .sort()[0] ?? fileName)
      : fileName;

  function sendFile(fileName: string, answer: ServerResponse) {
    const file = join(path, normalize(`/${fileOf(fileName)}`));
    if (!existsSync(file)) return answer.writeHead(404).end();
    return answer
      .writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'cache-control': 'no-store',
      })
      .end(readFileSync(file));
  }

  function addListener(answer: ServerResponse) {
    answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders();
    listeners.add(answer);
    answer.on('close', () => listeners.delete(answer));
  }

  function forward(incoming: IncomingMessage, answer: ServerResponse) {
    const outgoing = createProxyRequest(incoming);
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () =>
      answer
        .writeHead(502, { 'content-type': 'text/plain' })
        .end(`Nothing answers at ${target}: start it with npm run dev\n`),
    );
    incoming.pipe(outgoing);
  }

  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url!, target);
    if (pathname === buildEventsPath) addListener(answer);
    else if (pathname.startsWith(basePath)) sendFile(decodeURIComponent(pathname.slice(basePath.length)), answer);
    else forward(incoming, answer);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const outgoing = createProxyRequest(incoming);
    outgoing.on('upgrade', ({ rawHeaders }, other, first) => {
      const lines = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`);
      socket.write(first);
      other.pipe(socket).pipe(other);
      for (const one of [other, socket])
        one.on('error', () => {
          other.destroy();
          socket.destroy();
        });
    });
    outgoing.on('error', () => socket.destroy());
    outgoing.end(head);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));

  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/chat/?mf.${name}=${basePath}remoteEntry.js`,
    /** Notifies the pages of a new build. */
    notifyBuilt: () => {
      for (const listener of listeners) listener.write('data: built\n\n');
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
