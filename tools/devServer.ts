// A development server for one remote: serves its files, and forwards everything else to a running gateway.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { createProxyServer } from 'http-proxy-3';

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
  const proxy = createProxyServer({ target });
  proxy.on('error', (_error, _incoming, answer) => {
    // The answer to an upgrade is a socket.
    if (!(answer instanceof ServerResponse)) answer.destroy();
    else if (answer.headersSent) answer.destroy();
    else
      answer
        .writeHead(502, { 'content-type': 'text/plain' })
        .end(`Nothing answers at ${target}: start it with npm run dev\n`);
  });

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

  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url!, target);
    if (pathname === buildEventsPath) addListener(answer);
    else if (pathname.startsWith(basePath)) sendFile(decodeURIComponent(pathname.slice(basePath.length)), answer);
    else proxy.web(incoming, answer);
  });
  server.on('upgrade', (incoming, socket, head) => proxy.ws(incoming, socket, head));
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
