// Creates the database cluster, once.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ignoreExisting, type Binaries } from './binaries.ts';
import type { DataLocation } from './dataLocation.ts';

/** The database's superuser; its password is in a file that only the data folder's owner can read. */
export const databaseUser = 'amber';

const unfinished = 'unfinished.';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes the leftovers of an interrupted attempt. */
async function removeLeftovers(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const isLeftover = name.startsWith(unfinished) && !isAlive(Number(name.split('.')[1]));
    if (isLeftover) await rm(join(home, name), { recursive: true, force: true });
  }
}

/** The first gateway that creates the password creates it for all. */
async function createPassword({ passwordFile, home, user }: DataLocation): Promise<void> {
  const temporary = join(home, `${unfinished}${process.pid}.password`);
  await writeFile(temporary, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (user) await chown(temporary, user.uid, user.gid);
  await link(temporary, passwordFile).catch(ignoreExisting);
  await rm(temporary);
}

/**
 * PostgreSQL's own log would be the only place that says why a newer version does not start.
 * @throws Error when the cluster was created by another major version than the binaries.
 */
async function checkVersion({ cluster }: DataLocation, { postgres }: Binaries): Promise<void> {
  const ofFiles = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const { stdout } = await promisify(execFile)(postgres, ['--version']);
  const ofBinaries = /\) (\d+)/.exec(stdout)?.[1] ?? '';
  if (ofFiles !== '' && ofFiles !== ofBinaries)
    throw new Error(
      `The database in ${cluster} is of PostgreSQL ${ofFiles}, and this build has PostgreSQL ${ofBinaries}. Start the build before this one, and move the data with a backup: docs/operations.md, PostgreSQL: the next major version. Nothing was changed.`,
    );
}

/**
 * Runs initdb unless the cluster exists. The cluster is renamed into place only when complete, so that neither an
 * interrupted attempt nor two concurrent gateways leave an incomplete one.
 * @throws Error when initdb fails, or when the cluster is of another version of PostgreSQL.
 */
export async function createCluster(
  location: DataLocation,
  binaries: Binaries,
  say: (sentence: string) => void,
): Promise<void> {
  if (existsSync(location.cluster)) return checkVersion(location, binaries);
  say('Creating the database (once)');
  await removeLeftovers(location.home);
  await createPassword(location);
  const folder = join(location.home, `${unfinished}${process.pid}.cluster`);
  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        `--pgdata=${folder}`,
        `--username=${databaseUser}`,
        `--pwfile=${location.passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-instructions',
      ],
      { cwd: location.home, env: { PATH: process.env.PATH, TZ: 'UTC' }, ...location.user },
    );
  } catch (cause) {
    throw new Error(`The database could not be created: ${(cause as { stderr?: string }).stderr ?? String(cause)}`, {
      cause,
    });
  }
  await rename(folder, location.cluster).catch(async (error: unknown) => {
    if (!existsSync(location.cluster)) throw error;
    await rm(folder, { recursive: true });
  });
}
