// Static files in memory, compressed once.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

export interface Asset {
  type: string;
  etag: string;
  identity: Buffer;
  /** Absent until compressed, and when compression does not make it smaller. */
  brotli?: Buffer;
}

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
};

const contentHashed = /\.[0-9a-f]{8,}\./;
/** A file whose name contains a hash of its content never changes: another content has another name. */
export const hasContentHash = (path: string): boolean => contentHashed.test(path);

/** Already compressed formats. */
const compressedTypes = /^(image\/(?!svg)|font\/|audio\/)/;
const compressMin = 512;

/** This quality gives files a twelfth larger than the best one, in a twentieth of the time. */
const quick = 9;
const best = 11;

async function compress(asset: Asset, quality: number): Promise<void> {
  if (compressedTypes.test(asset.type) || asset.identity.length < compressMin) return;
  const brotli = await promisify(brotliCompress)(asset.identity, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality },
  });
  if (brotli.length < (asset.brotli ?? asset.identity).length) asset.brotli = brotli;
}

/** Uses the compressed form from the build, unless it belongs to another build's file. */
async function adoptBrotli(asset: Asset, brotli: Buffer): Promise<void> {
  const content = await promisify(brotliDecompress)(brotli).catch(() => undefined);
  if (content?.equals(asset.identity)) asset.brotli = brotli;
  else await compress(asset, quick);
}

let compressing: Promise<unknown> = Promise.resolve();

/** Compresses at the best quality later and one file at a time, because that occupies a core for seconds. */
const compressLater = (asset: Asset, pause: number): void =>
  void setTimeout(() => {
    compressing = compressing.then(() => compress(asset, best)).catch(() => undefined);
  }, pause).unref();

interface CompressOptions {
  /** The file's compressed form, if there is one. */
  brotli?: Buffer | undefined;
  /**
   * Milliseconds until the file is compressed at the best quality, so that a starting gateway serves its visitors
   * first.
   * 0: only the best quality.
   */
  bestAfter?: number;
}

/** An asset; its compressed form is added in the background. */
export function createAsset(name: string, identity: Buffer, { brotli, bestAfter }: CompressOptions = {}): Asset {
  const asset: Asset = {
    type: types[extname(name).toLowerCase()] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    identity,
  };
  // A file that cannot be compressed is served uncompressed.
  void (brotli ? adoptBrotli(asset, brotli) : compress(asset, bestAfter === 0 ? best : quick)).catch(() => undefined);
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
