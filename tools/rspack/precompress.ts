// Writes a second, compressed copy of each file that compresses well, at a quality that a server has no time for: 7 %
// smaller.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Compiler } from '@rspack/core';
import { root } from '../run.ts';

const compressible = /\.(js|css|json|txt|svg|webmanifest)$/;
const minSize = 512;
/** Compressing a larger file takes seconds, and few people need one. */
const maxSize = 2_000_000;

/** Keyed by content, because a build repeats most files of the previous one. */
const cache = join(root, 'node_modules', '.cache', 'amber-packed');

async function compress(content: Buffer): Promise<Buffer> {
  const cacheFile = join(cache, createHash('sha256').update(content).digest('hex'));
  const cached = await readFile(cacheFile).catch(() => undefined);
  if (cached) return cached;
  const compressed = await promisify(brotliCompress)(content);
  await writeToCache(cacheFile, compressed).catch(() => {}); // without a writable folder the build is only slower
  return compressed;
}

/** Writes atomically, because another build may run concurrently. */
async function writeToCache(file: string, content: Buffer): Promise<void> {
  await mkdir(cache, { recursive: true });
  const temporaryFile = `${file}.${process.pid}`;
  await writeFile(temporaryFile, content);
  await rename(temporaryFile, file);
}

export const precompress = {
  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tapPromise('Packed', async (compilation) => {
      if (compiler.options.mode !== 'production') return;
      await Promise.all(
        Object.keys(compilation.assets)
          .filter((name) => compressible.test(name))
          .map(async (name) => {
            const file = join(compiler.outputPath, name);
            const content = await readFile(file);
            if (content.length < minSize || content.length > maxSize) return;
            await writeFile(`${file}.br`, await compress(content));
          }),
      );
    });
  },
};
