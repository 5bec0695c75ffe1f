// Makes the database cluster, once.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import type { Place } from './place.ts';

/** The database's superuser; its password is in a file that only the data folder's owner can read. */
export const databaseUser = 'amber';

/**
 * Runs initdb unless that has been done. A try that was cut short leaves nothing behind that would be taken for a cluster.
 * @throws Error when initdb fails.
 */
export async function createCluster(place: Place, binaries: Binaries, say: (sentence: string) => void): Promise<void> {
  if (existsSync(place.cluster)) return;
  say('Creating the database (once)');
  const unfinished = join(place.home, 'unfinished');
  for (const name of await readdir(place.home)) {
    if (name.startsWith('unfinished')) await rm(join(place.home, name), { recursive: true, force: true });
  }
  await writeFile(place.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (place.user) await chown(place.passwordFile, place.user.uid, place.user.gid);
  try {
    await promisify(execFile)(binaries.initdb, [
      '--pgdata', unfinished, '--username', databaseUser, '--pwfile', place.passwordFile,
      '--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--no-instructions',
    ], { cwd: place.home, env: { PATH: process.env.PATH, TZ: 'UTC' }, ...place.user });
  } catch (cause) {
    throw new Error(`The database could not be created: ${(cause as { stderr?: string }).stderr ?? String(cause)}`, { cause });
  }
  await rename(unfinished, place.cluster);
}
