import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { PageRegistry } from '@amber/proto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDevServer } from './devServer.ts';

const registry = { revision: 7, offers: [], words: [], details: { url: '/chat/registry/7.json', integrity: '' } };
const pageOf = (config: object) =>
  `<html><script type="application/json" id="amber-config">${JSON.stringify(config)}</script></html>`;

const gateway = createServer((incoming, answer) => {
  void text(incoming).then((body) => {
    if (incoming.headers.accept === 'text/html') {
      answer.writeHead(200, { 'content-security-policy': "script-src 'self'", etag: '"1"' });
      return answer.end(pageOf({ registry, sourceUrl: '' }));
    }
    answer.writeHead(201, { 'x-host': incoming.headers.host });
    answer.end(`${incoming.method} ${incoming.url} ${body}`);
  });
});
gateway.on('upgrade', (incoming, socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
  socket.write(`${incoming.url} `);
  socket.pipe(socket);
});

let server: Awaited<ReturnType<typeof startDevServer>>;
let origin: string;
beforeAll(async () => {
  const path = await mkdtemp(join(tmpdir(), 'amber-remote-'));
  await writeFile(join(path, 'remoteEntry.0123abcd.js'), 'entry();');
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  server = await startDevServer({
    target,
    name: 'notes',
    path,
    port: 0,
    release: { version: 'dev', contract: '^2', place: null },
  });
  origin = new URL(server.url).origin;
});
afterAll(async () => {
  await server.close();
  gateway.closeAllConnections();
  gateway.close();
});

test("the remote's files come from its build, the rest from the gateway, under the page's own host", async () => {
  expect(await (await fetch(`${origin}/chat/remotes/notes/dev/remoteEntry.0123abcd.js`)).text()).toBe('entry();');
  const answer = await fetch(`${origin}/gateway/call?a=1`, { method: 'POST', body: 'body' });
  expect(answer.status).toBe(201);
  expect(await answer.text()).toBe('POST /gateway/call?a=1 body');
  expect(answer.headers.get('x-host')).toBe(new URL(origin).host);
});

test('a page offers the remote by its newest build, and nothing that the gateway announces is newer', async () => {
  const answer = await fetch(`${origin}/chat/notes`, { headers: { accept: 'text/html' } });
  expect(answer.headers.get('content-security-policy')).toBe("script-src 'self'");
  expect(answer.headers.get('etag')).toBeNull();
  const [, config] = /id="amber-config">(.*)<\/script>/.exec(await answer.text())!;
  const shown = (JSON.parse(config!) as { registry: PageRegistry }).registry;
  expect(shown.offers).toEqual([
    {
      remote: 'notes',
      stable: {
        version: 'dev',
        contract: '^2',
        place: null,
        entry: '/chat/remotes/notes/dev/remoteEntry.0123abcd.js',
        integrity: `sha384-${createHash('sha384').update('entry();').digest('base64')}`,
      },
      candidate: null,
      share: 0,
      previous: null,
      beta: null,
      betaShare: 0,
    },
  ]);
  expect(shown.revision).toBeGreaterThan(Date.now());
  expect(shown.details).toBeNull();
});

test('the service worker is absent, because it would keep files of a build that has changed', async () => {
  expect((await fetch(`${origin}/chat/sw.js`)).status).toBe(404);
});

test('sockets are forwarded in both directions', async () => {
  const received = await new Promise<string>((resolve, reject) => {
    const upgrade = request(`${origin}/gateway/socket`, { headers: { connection: 'upgrade', upgrade: 'websocket' } });
    upgrade.on('error', reject);
    upgrade.on('upgrade', (_response, socket, head) => {
      let all = head.toString();
      socket.write('ping');
      const read = (chunk: Buffer | string) => {
        all += String(chunk);
        if (!all.includes('ping')) return;
        socket.destroy();
        resolve(all);
      };
      socket.on('data', read);
    });
    upgrade.end();
  });
  expect(received).toBe('/gateway/socket ping');
});

test('without a gateway a page says how to start one', async () => {
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
  const answer = await fetch(`${origin}/chat/`);
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain('AMBER_URL');
});
