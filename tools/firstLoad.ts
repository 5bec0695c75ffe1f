// Weighs what a build loads first, by its own statistics.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type Configuration, rspack, type Stats } from '@rspack/core';

/** As the gateway sends it. */
const packed = (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

/** Builds into a folder that is removed again, and returns the kB (brotli) of all files that the named chunks load, those aside that are here already. */
export async function firstLoad(config: Configuration, chunks: readonly string[], isHere = (_file: string) => false): Promise<number> {
  const path = mkdtempSync(join(tmpdir(), 'amber-size-'));
  try {
    const compiler = rspack({ ...config, dependencies: [], output: { ...config.output, path } });
    const stats = await new Promise<Stats>((resolve, reject) => compiler.run((error, done) => (error ? reject(error) : resolve(done!))));
    await new Promise((resolve) => compiler.close(resolve));
    if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
    const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true });
    const files = new Set(chunks.flatMap((name) => namedChunkGroups[name]!.assets!.map((asset) => asset.name)).filter((file) => !isHere(file)));
    const sizes = await Promise.all([...files].map(async (name) => (await packed(readFileSync(join(path, name)))).length));
    return sizes.reduce((sum, size) => sum + size, 0) / 1000;
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}
