// The folder for databases and profiles of a test run: in memory if there is room.
import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { root } from './run.ts';

const memoryFolder = '/dev/shm';
const minFreeBytes = 6 * 2 ** 30;

/**
 * On Linux this folder is in memory. It is unusable when mounted noexec, because a database's programs may be copied
 * there.
 */
function isUsable(): boolean {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const [, , , options = ''] = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memoryFolder)!
      .split(' ');
    const { bavail, bsize } = statfsSync(memoryFolder);
    return !options.split(',').includes('noexec') && bavail * bsize > minFreeBytes && freemem() > minFreeBytes;
  } catch {
    return false;
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Puts the temporary files of this process and its children in memory until it ends. Every confirmed write
 * waits for the disk, thousands of times in the tests, and the data is discarded anyway.
 */
export function moveTmpdirToMemory(): void {
  if (!isUsable()) return;
  // Removes the files of killed runs, because nobody else does.
  for (const name of readdirSync(memoryFolder)) {
    const [, pid] = /^amber-run-(\d+)-/.exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) rmSync(join(memoryFolder, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(memoryFolder, `amber-run-${process.pid}-`));
  chmodSync(folder, 0o755); // a database server's own user must have access
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const)
    process.once(signal, () => process.exit(128 + number));
  process.env['TMPDIR'] = folder;
  // The compile cache is shared by all runs, so it stays on disk.
  process.env['PWTEST_CACHE_DIR'] ??= join(root, 'node_modules', '.cache', 'playwright');
}
