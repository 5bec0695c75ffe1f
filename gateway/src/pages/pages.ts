// Serves the web app from memory: the shell, the remotes, and the page with its configuration.
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Asset, encodeAsset, encodings, hasContentHash, loadFiles } from '../files/assets.ts';
import { bareHeaders, permissionsPolicy, securityHeaders } from './headers.ts';
import type { AddressOf } from '../core/address.ts';
import { type HostFiles, kitFolder } from './hostFiles.ts';
import { legalHeaders, type LegalPages } from './legalPages.ts';
import { createPage, type PageOptions } from './page.ts';
import type { Rollout } from '../rollout/rollout.ts';

interface PagesOptions extends Omit<PageOptions, 'shellDir' | 'hasTerms'> {
  /** The operator's own pages. */
  legalPages: LegalPages;
  shellDir: string | undefined;
  rollout: Rollout;
  /** The files of other builds. */
  hostFiles: HostFiles;
  /** The origin of files, when it is not the pages' own. */
  filesOrigin: string | undefined;
  /** The origin of the speech service, if devices connect to it. */
  speechOrigin: string | undefined;
  /** The origin at which people open the app, when it is known. */
  publicUrl: string | undefined;
  /** The address for reports of vulnerabilities; without it there is no security.txt. */
  securityContact: string | undefined;
  addressOf: AddressOf;
}

export interface Pages {
  avatars: string[];
  banners: string[];
  addTo(app: FastifyInstance): void;
}

const base = '/chat';
const remotes = `${base}/remotes/`;
/**
 * The worker that hashes files and encodes voice messages runs WebAssembly, and connects to the speech service; pages do
 * neither.
 */
const engine = `${base}/engine.js`;
const serviceWorker = `${base}/sw.js`;
const forever = 'public, max-age=31536000, immutable';
const revalidated = 'no-cache';
/** For pictures without a hash, such as avatars: one that a newer build has changed may be shown for another day. */
const forOneDay = 'public, max-age=86400';
const imageExtension = /\.(svg|png|webp|jpg|jpeg)$/;

const cacheControlOf = (path: string) =>
  hasContentHash(path) ? forever : imageExtension.test(path) ? forOneDay : revalidated;

/** What the build says of its kit for teams. */
interface KitDescription {
  version: string;
  file: string;
  integrity: string;
  contract: number;
}

/** Reads the shell into memory; the remotes are served from the release registry. */
export async function servePages(options: PagesOptions): Promise<Pages> {
  const {
    shellDir,
    rollout,
    hostFiles,
    loginUrl,
    filesOrigin,
    speechOrigin,
    publicUrl,
    securityContact,
    addressOf,
    legalPages,
  } = options;
  const assets = new Map<string, Asset>();
  if (shellDir) await loadFiles(assets, shellDir, base);
  // Before this gateway serves a page, whose files any gateway may be asked for.
  await hostFiles.publish(assets);
  const page = shellDir
    ? await createPage({ ...options, shellDir, hasTerms: legalPages.names.includes('terms') })
    : null;

  async function sendAsset(
    request: FastifyRequest,
    reply: FastifyReply,
    asset: Asset,
    cacheControl: string,
    vary = 'accept-encoding',
  ) {
    // Immutable files are never revalidated, so they need no etag.
    reply.headers({ 'cache-control': cacheControl, vary, ...(cacheControl !== forever && { etag: asset.etag }) });
    // The headers also go with '304 Not Modified', because the browser applies its policy in place of the cached one.
    reply.type(asset.type);
    reply.raw.removeHeader('connection'); // keep-alive is the default of HTTP/1.1: each file saves two headers
    if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
    // One at a time: of several, the library would choose the browser's first, which is gzip.
    const encoding = encodings.find((one) => request.encoding([one]));
    const encoded = encoding && (await encodeAsset(asset, encoding));
    if (!encoded) return reply.send(asset.identity);
    return reply.header('content-encoding', encoding).send(encoded);
  }

  /** Notes for the comparison of releases when a file of a release is not found, or its answer is cut. */
  function watchDelivery(request: FastifyRequest, reply: FastifyReply, path: string): void {
    const address = addressOf(request.raw);
    reply.raw.once('close', () => {
      if (reply.raw.statusCode === 404 || !reply.raw.writableFinished) rollout.undelivered.add(path, address);
    });
  }

  /** Whether the request is for a path of the app rather than for a file. */
  function wantsPage(request: FastifyRequest, path: string): boolean {
    return !path.split('/').at(-1)!.includes('.') || String(request.headers.accept ?? '').includes('text/html');
  }

  const imagesIn = (folder: string) =>
    [...assets.keys()].filter((path) => path.startsWith(`${base}/${folder}/`) && imageExtension.test(path)).sort();

  return {
    avatars: imagesIn('avatars'),
    banners: imagesIn('banners'),
    addTo(app) {
      void app.register(helmet, { global: false });
      const policyOptions = { loginUrl, filesOrigin, publicUrl, hashes: page?.hashes ?? { styles: [], scripts: [] } };
      const [headers, engineHeaders] = [
        securityHeaders(policyOptions),
        securityHeaders({ ...policyOptions, speechOrigin, wasm: true }),
      ];
      const headersOf = (path: string, type: unknown): FastifyHelmetOptions => {
        if (path === engine) return engineHeaders;
        const isPage = type === undefined || String(type).startsWith('text/html');
        return isPage || path === serviceWorker ? headers : bareHeaders;
      };
      app.addHook('onSend', async (request, reply) => {
        // Uploaded pictures have a stricter policy.
        if (reply.hasHeader('content-security-policy')) return;
        const set = headersOf(decodedPath(request.url), reply.getHeader('content-type'));
        await reply.helmet(set);
        if (set === headers) reply.header('permissions-policy', permissionsPolicy);
      });
      for (const path of ['/', base]) app.get(path, (_request, reply) => reply.redirect(`${base}/`));
      if (securityContact !== undefined)
        app.get('/.well-known/security.txt', (_request, reply) =>
          reply.type('text/plain; charset=utf-8').send(securityText(securityContact)),
        );
      app.get(kitFolder, async (request, reply) => {
        const description = assets.get(`${kitFolder}kit.json`);
        if (!description) return reply.callNotFound();
        const { file, ...kit } = JSON.parse(description.identity.toString()) as KitDescription;
        const origin = publicUrl ?? `${request.protocol}://${request.host}`;
        // The answer depends on the name by which the gateway was asked.
        reply.header('cache-control', 'no-store');
        return { ...kit, url: new URL(kitFolder + file, origin).href };
      });
      app.get(`${base}/*`, async (request, reply) => {
        const path = decodedPath(request.url);
        const legalPage = legalPages.find(path, request.languages());
        if (legalPage) {
          await reply.helmet(legalHeaders);
          return sendAsset(request, reply, legalPage, revalidated, 'accept-encoding, accept-language');
        }
        const asset = path === `${base}/index.html` ? undefined : assets.get(path);
        if (asset) return sendAsset(request, reply, asset, cacheControlOf(path));
        if (path.startsWith(remotes)) watchDelivery(request, reply, path);
        const released = path.startsWith(remotes)
          ? await rollout.files.find(path)
          : ((await rollout.details.find(path)) ?? (await hostFiles.find(path)));
        if (released) return sendAsset(request, reply, released, forever);
        if (page && !path.startsWith(kitFolder) && wantsPage(request, path)) {
          const html = page.find(path, rollout.registry.current(), request.languages());
          return sendAsset(request, reply, html, revalidated, 'accept-encoding, accept-language');
        }
        return reply.callNotFound();
      });
      app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send('Not found'));
    },
  };
}

/** The path without its query; a path that cannot be decoded matches no file. */
function decodedPath(url: string): string {
  const path = url.split('?')[0]!;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const year = 365 * 24 * 60 * 60 * 1_000;

/** RFC 9116 requires an expiry date. */
function securityText(contact: string): string {
  const expires = new Date(Date.now() + year).toISOString();
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`;
}
