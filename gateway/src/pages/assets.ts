// Static files in memory, compressed once.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

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

/** Already compressed formats. */
const packed = /^(image\/(?!svg)|font\/|audio\/)/;
const worthPacking = 512;

/** Quality 9: a tenth larger than the best at a twentieth of its time. */
async function compress(asset: Asset): Promise<void> {
  if (packed.test(asset.type) || asset.identity.length < worthPacking) return;
  const brotli = await promisify(brotliCompress)(asset.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  if (brotli.length < asset.identity.length) asset.brotli = brotli;
}

/** An asset; its compressed form is added in the background. */
export function createAsset(name: string, identity: Buffer): Asset {
  const asset: Asset = {
    type: types[extname(name).toLowerCase()] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    identity,
  };
  // A file that cannot be compressed is served as it is.
  void compress(asset).catch(() => undefined);
  return asset;
}

/** A concurrent build may remove a file after it was listed. */
function vanished(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}

/** Adds every file below a folder under its path in the app. */
export async function loadFiles(assets: Map<string, Asset>, folder: string, at: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `${at}/${file
      .slice(folder.length + 1)
      .split(sep)
      .join('/')}`;
    const content = await readFile(file).catch(vanished);
    if (content) assets.set(path, createAsset(entry.name, content));
  }
}
