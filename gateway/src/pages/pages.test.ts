import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import type { PageRegistry } from '@amber/proto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedPlacementOf } from '@amber/proto/seedPlacements';
import { integrityOf } from '../rollout/uploads.ts';
import { securityHeaders } from './headers.ts';
import { signIn } from '../testing/client.ts';
import { publishRelease } from '../testing/release.ts';
import { startTestGateway, temporaryFolder, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let folder: string;
const operators = new Set<string>();
const script = 'console.log("amber");\n'.repeat(200);

/** The script that runs before the first paint. */
const early = 'document.documentElement.lang = "en";';
const earlyHash = `'sha256-${createHash('sha256').update(early).digest('base64')}'`;

/** Told from the gateway's own by its window. */
const best = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 10 } });

const files = {
  'shell/index.html': `<!doctype html><html lang="en"><head><script>${early}</script><!--amber-head--><!--amber-config--></head><body><!--amber-frame--></body>`,
  'shell/main.0123abcd.js': script,
  'shell/engine.js': script,
  'shell/recorderWorklet.js': script,
  'shell/sw.js': script,
  'shell/ready.js': script,
  'shell/ready.js.br': best(script),
  'shell/stale.js': script,
  'shell/stale.js.br': best('another'),
  'shell/style.css': 'body { color: red }',
  'shell/frames/en/signIn.html': '<p>sign in $& frame</p>',
  'shell/frames/en/app.html': '<p>app frame</p>',
  'shell/frames/en/landing.html': '<p>landing frame</p>',
  'shell/frames/zh-Hans/signIn.html': '<p>登录</p>',
  'shell/frames/zh-Hans/head.html': '<meta name="description" content="聊天">',
  'shell/avatars/fox.svg': '<svg/>',
  'remotes/chat/dist/remoteEntry.89abcdef.js': script,
  'remotes/chat/dist/amber-remote.json': JSON.stringify({
    name: 'chat',
    version: '1.2.3',
    contract: '^1',
    owner: 'chat',
    entry: 'remoteEntry.89abcdef.js',
    files: { 'remoteEntry.89abcdef.js': integrityOf(Buffer.from(script)) },
  }),
  'remotes/unbuilt/package.json': '{}',
};

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  gateway = await startTestGateway({
    shellDir: join(folder, 'shell'),
    remotesDir: join(folder, 'remotes'),
    operators,
    loginUrl: 'https://login.example/base',
    publicUrl: 'https://amber.example',
    sourceUrl: 'https://source.example/amber',
    securityContact: 'mailto:you@example.org',
    speech: {
      provider: 'iat',
      appId: 'a',
      apiKey: 'k',
      apiSecret: 's',
      url: 'wss://speech.example:8443/v2/iat',
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

/** The raw response: fetch would decompress it and normalize the path. */
const raw = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const { port } = new URL(gateway.url);
    get({ host: '127.0.0.1', port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
const text = async (path: string, headers?: Record<string, string>) => (await raw(path, headers)).body.toString();

describe('pages', () => {
  test.each(['/', '/chat'])('%s leads to /chat/', async (path) => {
    expect(await raw(path)).toMatchObject({ status: 302, headers: { location: '/chat/' } });
  });

  test.each(['/chat/', '/chat/login', '/chat/channels/me/abc', '/chat/index.html'])(
    '%s is the page, never stored unasked',
    async (path) => {
      const { status, headers, body } = await raw(path, { accept: 'text/html' });
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
      expect(body.toString()).toContain('id="amber-config"');
    },
  );

  const configOf = async (headers = {}) => {
    const page = await text('/chat/', headers);
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    return JSON.parse(/<script type="application\/json" id="amber-config">(.*?)<\/script>/.exec(page)![1]!) as {
      registry: PageRegistry;
      loginUrl: string;
    };
  };

  test('R156 the page carries the registry, where to sign in, and where the source is', async () => {
    const entry = '/chat/remotes/chat/1.2.3/remoteEntry.89abcdef.js';
    expect(await configOf()).toEqual({
      registry: {
        revision: expect.any(Number) as number,
        offers: [
          {
            remote: 'chat',
            candidate: null,
            share: 0,
            previous: null,
            beta: null,
            betaShare: 0,
            stable: {
              version: '1.2.3',
              contract: '^1',
              entry,
              integrity: integrityOf(Buffer.from(script)),
              place: expect.objectContaining({
                titles: [{ language: 'en', text: 'Chats' }],
                paths: seedPlacementOf('chat')!.paths,
              }) as unknown,
            },
          },
        ],
        words: expect.arrayContaining([{ pattern: 'channels/me', remote: 'chat' }]) as unknown[],
        details: {
          url: expect.stringMatching(/^\/chat\/registry\/\d+\.[0-9a-f]{16}\.json$/) as string,
          integrity: expect.stringMatching(/^sha384-/) as string,
        },
      },
      loginUrl: 'https://login.example/base',
      sourceUrl: 'https://source.example/amber',
    });
  });

  test('R156 every page has what is offered at that moment, and nothing in it can end the script', async () => {
    const operator = await signIn(gateway);
    operators.add(operator.identifier);
    const before = (await configOf()).registry;
    await publishRelease(operator.api, {
      remote: 'chat',
      version: '1.3.0',
      share: 5,
      contract: '^1 || ^2</script><script>alert(1)</script>',
    });
    const { registry } = await configOf();
    expect(registry.revision).toBeGreaterThan(before.revision);
    expect(registry.offers[0]).toMatchObject({
      share: 5,
      candidate: { version: '1.3.0', contract: '^1 || ^2</script><script>alert(1)</script>' },
      stable: { version: '1.2.3' },
    });
    expect(await raw('/chat/remotes/chat/1.3.0/remoteEntry.js')).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect((await raw('/chat/remotes/chat/1.3.0/other.js')).status).toBe(404);
  });

  test("the first frame is the sign-in's at /chat/login, the landing page's at /chat/home, the app's elsewhere", async () => {
    expect(await text('/chat/home')).toContain('<body><p>landing frame</p></body>');
    expect(await text('/chat/login')).toContain('<body><p>sign in $& frame</p></body>');
    expect(await text('/chat/moments')).toContain('<body><p>app frame</p></body>');
    // Only the page knows whether somebody is signed in.
    expect(await text('/chat/')).toContain('<body><template><p>sign in $& frame</p></template><p>app frame</p></body>');
  });

  test('a file named after its content is kept for ever, a picture for a day, every other is asked for again', async () => {
    const caching = async (path: string) => (await raw(path)).headers['cache-control'];
    expect(await caching('/chat/main.0123abcd.js')).toBe('public, max-age=31536000, immutable');
    expect(await caching('/chat/remotes/chat/1.2.3/remoteEntry.89abcdef.js')).toBe(
      'public, max-age=31536000, immutable',
    );
    expect(await caching('/chat/engine.js')).toBe('no-cache');
    expect(await caching('/chat/recorderWorklet.js')).toBe('no-cache');
    expect(await caching('/chat/style.css')).toBe('no-cache');
    expect(await caching('/chat/avatars/fox.svg')).toBe('public, max-age=86400');
  });

  test('a file comes compressed to whom that helps, and not at all to whom has it', async () => {
    const packed = await raw('/chat/engine.js', { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(packed.body).toString()).toBe(script);
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.body.length).toBeLessThan(script.length / 10);
    expect(packed.headers.vary).toBe('accept-encoding');
    const plain = await raw('/chat/engine.js');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(script);
    expect(await raw('/chat/engine.js', { 'if-none-match': String(plain.headers.etag) })).toMatchObject({
      status: 304,
    });
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['*', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip;q=0', undefined],
    ['bro, xbr', undefined],
    ['identity', undefined],
    [undefined, undefined],
  ])('R256 a browser that accepts %s gets the page in %s, also the first one', async (accepted, encoding) => {
    const operator = await signIn(gateway);
    operators.add(operator.identifier);
    await publishRelease(operator.api, { remote: 'chat', share: 5 }); // a new revision: no page of it is compressed yet
    const { headers, body } = await raw('/chat/login', { ...(accepted && { 'accept-encoding': accepted }) });
    expect(headers['content-encoding']).toBe(encoding);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (bytes: Buffer) => bytes }[encoding ?? 'none'];
    expect(decode!(body).toString()).toContain('<p>sign in $& frame</p>');
  });

  test.each([
    ['/chat/', `'self' ${earlyHash}`, ''],
    ['/chat/sw.js', `'self' ${earlyHash}`, ''],
    // The worker that hashes files, encodes voice messages, and connects to the speech service.
    ['/chat/engine.js', "'self' 'wasm-unsafe-eval'", ' wss://speech.example:8443'],
  ])('R146 %s is bound by the policy, runs %s, and connects to%s', async (path, scripts, speech) => {
    const { headers } = await raw(path);
    expect(headers['content-security-policy']).toBe(
      `default-src 'none';script-src ${scripts};style-src 'self';connect-src 'self' https://login.example https://amber.example${speech};img-src 'self' blob: data:;` +
        "media-src 'self' blob:;font-src 'self';worker-src 'self';manifest-src 'self';object-src 'none';base-uri 'none';" +
        "form-action 'none';frame-ancestors 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
  });

  test('the page may use microphone and camera, and frames of other origins may not', async () => {
    const { headers } = await raw('/chat/');
    const features = String(headers['permissions-policy']).split(', ');
    expect(features).toEqual(expect.arrayContaining(['microphone=(self)', 'camera=(self)', 'geolocation=()']));
    expect(features.filter((feature) => !feature.endsWith('=()'))).toHaveLength(2);
  });

  test.each([undefined, 'http://amber.example'])(
    'a gateway with the public address %s does not ask for https alone',
    (publicUrl) => {
      const options = { loginUrl: undefined, filesOrigin: undefined, publicUrl, hashes: { scripts: [], styles: [] } };
      expect(securityHeaders(options).strictTransportSecurity).toBe(false);
    },
  );

  test('a page that has not changed keeps its policy', async () => {
    const { headers } = await raw('/chat/', { accept: 'text/html' });
    const again = await raw('/chat/', { accept: 'text/html', 'if-none-match': String(headers['etag']) });
    expect(again.status).toBe(304);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
  });

  test.each([
    '/chat/main.0123abcd.js',
    '/chat/recorderWorklet.js',
    '/chat/style.css',
    '/chat/avatars/fox.svg',
    '/chat/absent.js',
    '/gateway/live',
  ])('%s, opened as a page or run as a worker, may load nothing', async (path) =>
    expect((await raw(path)).headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    }),
  );

  test('a connection is kept without a word about it, and closed for a client that cannot keep it', async () => {
    const { headers } = await raw('/chat/main.0123abcd.js');
    expect(headers).not.toHaveProperty('connection');
    expect(headers).not.toHaveProperty('keep-alive');
    const { port } = new URL(gateway.url);
    const socket = createConnection(Number(port), '127.0.0.1');
    const twice = `GET /chat/main.0123abcd.js HTTP/1.1\r\nHost: a\r\n\r\n`;
    socket.write(`${twice}${twice}GET /chat/main.0123abcd.js HTTP/1.0\r\n\r\n`);
    let answered = '';
    for await (const chunk of socket) answered += String(chunk); // ends only when the gateway has closed it
    expect(answered.match(/HTTP\/1.1 200/g)).toHaveLength(3);
  });

  test('a file comes as the build has compressed it, unless that is of another file', async () => {
    const packed = async (path: string) => (await raw(path, { 'accept-encoding': 'br' })).body;
    expect(await packed('/chat/ready.js')).toEqual(best(script));
    expect(brotliDecompressSync(await packed('/chat/stale.js')).toString()).toBe(script);
    expect((await raw('/chat/ready.js.br')).status).toBe(404);
  });

  test('R219 the page is in the language that the browser asks for', async () => {
    const chinese = await raw('/chat/login', { 'accept-language': 'zh-CN,zh;q=0.9' });
    expect(chinese.headers['vary']).toBe('accept-encoding, accept-language');
    const html = chinese.body.toString();
    expect(html).toContain('<html lang="zh-Hans">');
    expect(html).toContain('content="聊天"');
    expect(html).toContain('<body><p>登录</p></body>');
    expect((await raw('/chat/login', { 'accept-language': 'fr' })).body.toString()).toContain('<html lang="en">');
  });

  test('a file that is not there is not the page', async () => {
    expect((await raw('/chat/absent.js')).status).toBe(404);
    expect((await raw('/chat/absent.js', { accept: 'text/html' })).status).toBe(200);
    expect((await raw('/elsewhere')).status).toBe(404);
  });

  test.each([
    '/chat/../../package.json',
    '/chat/%2e%2e/%2e%2e/package.json',
    '/chat/%',
    '/chat/..%2fpackage.json',
    '/chat/%00',
  ])('%s leads nowhere outside', async (path) => {
    const { status, body } = await raw(path);
    expect([200, 400, 404]).toContain(status);
    expect(body.toString()).not.toContain('"workspaces"');
  });

  test('the avatars to choose from are those that are served', async () => {
    expect(await text('/chat/avatars/fox.svg')).toBe('<svg/>');
  });

  test('who finds a hole learns whom to tell', async () => {
    expect(await text('/.well-known/security.txt')).toMatch(/^Contact: mailto:you@example\.org\nExpires: \d{4}-/);
    const withoutContact = await startTestGateway();
    const { status } = await fetch(`${withoutContact.url}/.well-known/security.txt`);
    await withoutContact.close();
    expect(status).toBe(404);
  });

  describe('R252 the operator’s own legal pages', () => {
    test('R252 are served in the visitor’s language, without scripts, and linked where they exist', async () => {
      const legalDir = await temporaryFolder();
      await writeFile(
        join(legalDir, 'terms.md'),
        '# Terms & <more>\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![i](https://a.example/i.png)\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      );
      await writeFile(join(legalDir, 'terms.zh-Hans.md'), '# 使用条款');
      await writeFile(join(legalDir, 'notes.txt'), 'not a page');
      const own = await startTestGateway({ shellDir: join(folder, 'shell'), legalDir });
      const get = (path: string, language: string) =>
        fetch(`${own.url}${path}`, { headers: { 'accept-language': language, accept: 'text/html' } });
      const english = await get('/chat/terms', 'de-DE,en;q=0.5');
      const html = await english.text();
      expect(english.headers.get('content-security-policy')).toMatch(/^default-src 'none';style-src 'sha256-[^']+'/);
      expect(html).toContain('<title>Terms &amp; &lt;more></title>');
      expect(html).toContain('<td>1</td>');
      expect(html).not.toMatch(/<script|javascript:/);
      expect(await (await get('/chat/terms', 'zh-CN')).text()).toContain('使用条款');
      expect(await (await get('/chat/login', 'en')).text()).toContain('<html lang="en" data-terms');
      // Without a file of the operator's, the page of the app.
      expect(await (await get('/chat/privacy-policy', 'en')).text()).toContain('id="amber-config"');
      await own.close();
    });

    test('R252 a folder without pages, or with one that is too large, stops the start in words', async () => {
      const [empty, large] = [await temporaryFolder(), await temporaryFolder()];
      await writeFile(join(large, 'privacy.md'), 'x'.repeat(600_000));
      await expect(startTestGateway({ legalDir: empty })).rejects.toThrow('neither terms.md nor privacy.md');
      await expect(startTestGateway({ legalDir: large })).rejects.toThrow('privacy.md is larger than 512 kB');
      await expect(startTestGateway({ legalDir: join(empty, 'absent') })).rejects.toThrow('cannot be read');
    });
  });

  test('R224 the page says where newcomers need an invitation, and is as short as before elsewhere', async () => {
    expect(await text('/chat/login')).toContain('<html lang="en">');
    const invited = await startTestGateway({ shellDir: join(folder, 'shell'), signUp: 'invited' });
    const page = await (await fetch(`${invited.url}/chat/login`)).text();
    await invited.close();
    expect(page).toContain('<html lang="en" data-sign-up="invited">');
  });
});
