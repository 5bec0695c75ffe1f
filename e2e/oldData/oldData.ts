// The data of earlier builds, in files that are never changed; make.ts creates them.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, constants, zstdDecompressSync } from 'node:zlib';
import { prepareDataLocation } from '../../gateway/src/db/postgres/dataLocation.ts';
import type { SavedDatabase } from './browserDatabases.ts';

/** The browsers of two people who have chatted with each other. */
export interface OldBrowsers {
  /** Milliseconds since 1970: sessions and codes expire, so a test continues at this time. */
  madeAt: number;
  people: Record<string, { phone: string; databases: SavedDatabase[] }>;
}

/** zstd's compression window; needed to decompress as well. */
export const windowLog = 27;

/** The builds with stored data. */
export const oldBuilds = (): string[] =>
  readdirSync(import.meta.dirname).flatMap((name) => (name.endsWith('.json.br') ? [name.replace('.json.br', '')] : []));

export const oldBrowsers = (build: string): OldBrowsers =>
  JSON.parse(String(brotliDecompressSync(readFileSync(join(import.meta.dirname, `${build}.json.br`))))) as OldBrowsers;

/** Unpacks a build's data folder and returns its path; the caller removes it. */
export async function oldDataFolder(build: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-old-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  const packed = readFileSync(join(import.meta.dirname, `${build}.tar.zst`));
  const tar = zstdDecompressSync(packed, { params: { [constants.ZSTD_d_windowLogMax]: windowLog } });
  execFileSync('tar', ['--extract', '--no-same-owner', '--preserve-permissions', '--directory', folder], {
    input: tar,
  });
  // The database's user has another user id on each machine.
  const { user, home } = await prepareDataLocation(folder);
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, home]);
  return folder;
}
