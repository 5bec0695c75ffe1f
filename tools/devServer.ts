// A development server for one remote: serves its files, offers it in the gateway's pages, and forwards the rest.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { createProxyServer } from 'http-proxy-3';
import { type DevelopmentRelease, offerInPage } from './devPage.ts';

interface DevServerOptions {
  /** The gateway's address. */
  target: string;
  /** The remote's name, and its build folder. */
  name: string;
  path: string;
  port: number;
  release: Pick<DevelopmentRelease, 'version' | 'contract' | 'place'>;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
const buildEventsPath = '/chat/__dev/builds';
/** The page works without it, and what it stores would hide changes. */
const serviceWorkerPath = '/chat/sw.js';
/** Headers that describe the gateway's bytes rather than the changed page's. */
const headersOfBytes = new Set([
  'content-encoding',
  'content-length',
  'etag',
  'connection',
  'keep-alive',
  'transfer-encoding',
]);

/** The gateway's pages and the remote share one origin, so the page's content security policy needs no change. */
export async function startDevServer({ target, name, path, port, release }: DevServerOptions) {
  // The host accepts the files of a remote only below this address.
  const basePath = `/chat/remotes/${name}/${release.version}/`;
  const listeners = new Set<ServerResponse>();
  const proxy = createProxyServer({ target });
  const sendUnreachable = (_error: Error, answer: { destroy(): unknown }) => {
    // The answer to an upgrade is a socket.
    if (!(answer instanceof ServerResponse) || answer.headersSent) answer.destroy();
    else
      answer
        .writeHead(502, { 'content-type': 'text/plain' })
        .end(
          `No gateway answers at ${target}. Is it running, and is the address right? Another one is named by AMBER_URL\n`,
        );
  };
  proxy.on('error', (error, _incoming, answer) => sendUnreachable(error, answer));

  function sendFile(fileName: string, answer: ServerResponse) {
    const file = join(path, normalize(`/${fileName}`));
    if (!existsSync(file)) return answer.writeHead(404).end();
    return answer
      .writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'cache-control': 'no-store',
      })
      .end(readFileSync(file));
  }

  /** The newest build as a release; undefined while there is none. */
  function currentRelease(): DevelopmentRelease | undefined {
    const entry = readdirSync(path).find((file) => /^remoteEntry\.\w+\.js$/.test(file));
    if (!entry) return undefined;
    const hash = createHash('sha384')
      .update(readFileSync(join(path, entry)))
      .digest('base64');
    return { ...release, remote: name, entry: basePath + entry, integrity: `sha384-${hash}` };
  }

  /** The gateway's page with the remote in its registry. */
  async function sendPage(incoming: IncomingMessage, answer: ServerResponse) {
    const { accept = '', 'accept-language': language = '' } = incoming.headers;
    const page = await fetch(new URL(incoming.url!, target), {
      headers: { accept, 'accept-language': language },
      redirect: 'manual',
    });
    const headers = Object.fromEntries([...page.headers].filter(([header]) => !headersOfBytes.has(header)));
    const current = currentRelease();
    const html = await page.text();
    answer
      .writeHead(page.status, { ...headers, 'cache-control': 'no-store' })
      .end(current ? offerInPage(html, current, Date.now()) : html);
  }

  function addListener(answer: ServerResponse) {
    answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).flushHeaders();
    listeners.add(answer);
    answer.on('close', () => listeners.delete(answer));
  }

  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url!, target);
    if (pathname === buildEventsPath) addListener(answer);
    else if (pathname === serviceWorkerPath) answer.writeHead(404).end();
    else if (pathname.startsWith(basePath)) sendFile(decodeURIComponent(pathname.slice(basePath.length)), answer);
    else if (incoming.method === 'GET' && incoming.headers.accept?.includes('text/html'))
      sendPage(incoming, answer).catch((error: Error) => sendUnreachable(error, answer));
    else proxy.web(incoming, answer);
  });
  server.on('upgrade', (incoming, socket, head) => proxy.ws(incoming, socket, head));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));

  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/chat/`,
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
