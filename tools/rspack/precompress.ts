// Writes each script and stylesheet a second time, compressed as small as it gets: 7 % smaller than a server has time for.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Compiler } from '@rspack/core';
import { root } from '../run.ts';

const scriptOrStyle = /\.(js|css)$/;
const minSize = 512;
/** A large file takes seconds, and few people need one. */
const maxSize = 500_000;

/** By content: a build repeats most files of the one before. */
const cache = join(root, 'node_modules', '.cache', 'amber-packed');

async function compress(content: Buffer): Promise<Buffer> {
  const cacheFile = join(cache, createHash('sha256').update(content).digest('hex'));
  const cached = await readFile(cacheFile).catch(() => undefined);
  if (cached) return cached;
  const compressed = await promisify(brotliCompress)(content);
  await writeToCache(cacheFile, compressed).catch(() => {}); // a folder that cannot be written costs time, not the build
  return compressed;
}

/** Never half a file, whoever builds beside. */
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
          .filter((name) => scriptOrStyle.test(name))
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
