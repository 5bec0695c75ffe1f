// Writes each script and stylesheet a second time, compressed as small as it gets: 7 % smaller than a server has time for.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Compiler } from '@rspack/core';
import { root } from '../run.ts';

const wanted = /\.(js|css)$/;
const worthPacking = 512;
/** A large file takes seconds, and few people need one. */
const tooLarge = 500_000;

/** By content: a build repeats most files of the one before. */
const cache = join(root, 'node_modules', '.cache', 'amber-packed');

async function pack(content: Buffer): Promise<Buffer> {
  const kept = join(cache, createHash('sha256').update(content).digest('hex'));
  const known = await readFile(kept).catch(() => undefined);
  if (known) return known;
  const made = await promisify(brotliCompress)(content);
  await keep(kept, made).catch(() => {}); // a folder that cannot be written costs time, not the build
  return made;
}

/** Never half a file, whoever builds beside. */
async function keep(file: string, content: Buffer): Promise<void> {
  await mkdir(cache, { recursive: true });
  const part = `${file}.${process.pid}`;
  await writeFile(part, content);
  await rename(part, file);
}

export const packed = {
  apply(compiler: Compiler) {
    compiler.hooks.afterEmit.tapPromise('Packed', async (compilation) => {
      if (compiler.options.mode !== 'production') return;
      await Promise.all(
        Object.keys(compilation.assets)
          .filter((name) => wanted.test(name))
          .map(async (name) => {
            const file = join(compiler.outputPath, name);
            const content = await readFile(file);
            if (content.length < worthPacking || content.length > tooLarge) return;
            await writeFile(`${file}.br`, await pack(content));
          }),
      );
    });
  },
};
