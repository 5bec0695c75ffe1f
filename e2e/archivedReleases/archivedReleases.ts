// Releases of remotes for earlier contracts, in files that are never changed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Release } from '../../tools/rspack/releaseFile.ts';

export interface ArchivedRelease {
  manifest: Release;
  /** Each file's text by its path below the release. */
  files: Record<string, string>;
}

/** The ending of an archive's file name. */
export const archiveEnding = '.json.br';

/** The contracts of which a release is archived: `contract1`. */
export const archivedContracts = (): string[] =>
  readdirSync(import.meta.dirname).flatMap((name) =>
    name.endsWith(archiveEnding) ? [name.replace(archiveEnding, '')] : [],
  );

export const archivedRelease = (contract: string): ArchivedRelease =>
  JSON.parse(
    String(brotliDecompressSync(readFileSync(join(import.meta.dirname, contract + archiveEnding)))),
  ) as ArchivedRelease;
