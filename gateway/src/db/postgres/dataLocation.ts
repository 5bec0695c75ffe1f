// Decides where the embedded database is stored, and which user runs it.
import { createHash } from 'node:crypto';
import { chown, chmod, mkdir, stat } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface DataLocation {
  /** All the database's files: cluster, socket, password, log. */
  home: string;
  cluster: string;
  socketDir: string;
  passwordFile: string;
  log: string;
  /** The user to run as; undefined for the gateway's own. */
  user: { uid: number; gid: number } | undefined;
  /** True when the data folder itself could not be used. */
  isRelocated: boolean;
}

/** For data folders that the database's user cannot reach. */
const fallbackFolder = '/var/lib/amber';

/** PostgreSQL refuses to run as root. */
function serverUser(): DataLocation['user'] {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find(([found]) => found === name);
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) };
  }
  throw new Error(
    'PostgreSQL cannot run as root and there is no user postgres or nobody. Start the gateway as another user.',
  );
}

/** Whether a user other than root can reach this folder. */
export async function isReachable(folder: string): Promise<boolean> {
  const others = 0o001;
  for (let at = folder; ; at = dirname(at)) {
    if (((await stat(at)).mode & others) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/**
 * Creates the folders, owned by the user who will run the database.
 * @throws Error when the data folder is not writable.
 */
export async function prepareDataLocation(dataDir: string): Promise<DataLocation> {
  const user = serverUser();
  try {
    await mkdir(dataDir, { recursive: true });
    const isRelocated = user !== undefined && !(await isReachable(dataDir));
    const home = isRelocated
      ? join(fallbackFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
      : join(dataDir, 'postgres');
    if (isRelocated) {
      await mkdir(fallbackFolder, { recursive: true });
      await chmod(fallbackFolder, 0o755);
    }
    const socketDir = join(home, 'run');
    for (const folder of [home, socketDir]) {
      await mkdir(folder, { recursive: true });
      if (user) await chown(folder, user.uid, user.gid);
      await chmod(folder, 0o700);
    }
    return {
      home,
      cluster: join(home, 'cluster'),
      socketDir,
      passwordFile: join(home, 'password'),
      log: join(home, 'postgres.log'),
      user,
      isRelocated,
    };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`The data folder ${dataDir} cannot be written (${code}). Set AMBER_DATA to a folder that can.`, {
      cause,
    });
  }
}
