// Static files in memory, each compressed once per encoding.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';

export interface Asset {
  type: string;
  etag: string;
  identity: Buffer;
  /** The compressed forms that were requested so far; null where compression does not make the file smaller. */
  encoded: Partial<Record<Encoding, Promise<Buffer | null>>>;
  /** The build's own compressed form; it may belong to another build's file. */
  prebuiltBrotli?: Buffer | undefined;
  /** The quality of brotli when the file is first requested. */
  brotliQuality: number;
}

/** The encodings that are offered, best first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.tgz': 'application/gzip',
};

const contentHashed = /\.[0-9a-f]{8,}\./;
/** A file whose name contains a hash of its content never changes: another content has another name. */
export const hasContentHash = (path: string): boolean => contentHashed.test(path);

/** Already compressed formats. */
const compressedTypes = /^(image\/(?!svg)|font\/|audio\/|application\/gzip$)/;
const compressMin = 512;

/** This quality gives files a twelfth larger than the best one, in a twentieth of the time. */
const quick = 9;
const best = 11;

const brotliAt = (quality: number) => (content: Buffer) =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** Returns a smaller form, or null. */
async function smaller(asset: Asset, compress: (content: Buffer) => Promise<Buffer>): Promise<Buffer | null> {
  if (compressedTypes.test(asset.type) || asset.identity.length < compressMin) return null;
  const compressed = await compress(asset.identity);
  return compressed.length < asset.identity.length ? compressed : null;
}

const compressors: Record<Encoding, (asset: Asset) => Promise<Buffer | null>> = {
  async br(asset) {
    const { prebuiltBrotli } = asset;
    const content = prebuiltBrotli && (await promisify(brotliDecompress)(prebuiltBrotli).catch(() => undefined));
    return content?.equals(asset.identity) ? prebuiltBrotli! : smaller(asset, brotliAt(asset.brotliQuality));
  },
  gzip: (asset) => smaller(asset, (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })),
};

/**
 * The file in an encoding, compressed when it is first requested; all requests share one compression. Null when it is
 * served uncompressed.
 */
export const encodeAsset = (asset: Asset, encoding: Encoding): Promise<Buffer | null> =>
  (asset.encoded[encoding] ??= compressors[encoding](asset).catch(() => null));

let compressing: Promise<unknown> = Promise.resolve();

/** Compresses at the best quality later and one file at a time, because that occupies a core for seconds. */
const compressLater = (asset: Asset, pause: number): void =>
  void setTimeout(() => {
    compressing = compressing
      .then(async () => {
        const compressed = await smaller(asset, brotliAt(best));
        if (compressed) asset.encoded.br = Promise.resolve(compressed);
      })
      .catch(() => undefined);
  }, pause).unref();

interface CompressOptions {
  /** The file's compressed form, if there is one. */
  brotli?: Buffer | undefined;
  /**
   * Milliseconds until the file is compressed at the best quality, so that a starting gateway serves its visitors
   * first. 0: only the best quality.
   */
  bestAfter?: number;
}

export function createAsset(name: string, identity: Buffer, { brotli, bestAfter }: CompressOptions = {}): Asset {
  const asset: Asset = {
    type: types[extname(name).toLowerCase()] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    identity,
    encoded: {},
    prebuiltBrotli: brotli,
    brotliQuality: bestAfter === 0 ? best : quick,
  };
  if (bestAfter) compressLater(asset, bestAfter);
  return asset;
}

/** A concurrent build may remove a file after it was listed. */
function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}

/** Adds every file below a folder under its path in the app; `x.br` is the compressed form of `x`. */
export async function loadFiles(assets: Map<string, Asset>, folder: string, at: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.br')) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `${at}/${file
      .slice(folder.length + 1)
      .split(sep)
      .join('/')}`;
    const content = await readFile(file).catch(ignoreMissing);
    const brotli = await readFile(`${file}.br`).catch(() => undefined);
    if (content) assets.set(path, createAsset(entry.name, content, { brotli }));
  }
}
