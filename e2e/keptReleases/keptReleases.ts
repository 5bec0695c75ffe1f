// Releases of remotes for earlier contracts, in files that are never changed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Release } from '../../tools/rspack/releaseFile.ts';

export interface KeptRelease {
  manifest: Release;
  /** Each file's text by its path below the release. */
  files: Record<string, string>;
}

const ending = '.json.br';

/** The contracts of which a release is kept: `contract1`. Each was built by `npm run new:remote polls` and a build. */
export const keptContracts = (): string[] =>
  readdirSync(import.meta.dirname).flatMap((name) => (name.endsWith(ending) ? [name.replace(ending, '')] : []));

export const keptRelease = (contract: string): KeptRelease =>
  JSON.parse(String(brotliDecompressSync(readFileSync(join(import.meta.dirname, contract + ending))))) as KeptRelease;
