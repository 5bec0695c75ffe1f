// Finds programs of the system, and installs Debian's packages where that is allowed.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { printStatus, run } from './run.ts';

/** The path of an installed program. */
export const findOnPath = (name: string): string | undefined =>
  process.env['PATH']!.split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** Installs a package; returns false, without having tried, when apt-get is missing or may not be used. */
export async function installDebianPackage(name: string): Promise<boolean> {
  if (!findOnPath('apt-get') || process.getuid?.() !== 0) return false;
  printStatus(`installing ${name} (once; Debian's package)…`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, quiet: true });
  return true;
}
