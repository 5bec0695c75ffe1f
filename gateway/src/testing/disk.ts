// A small disk that tests can fill.
import { execFileSync } from 'node:child_process';
import { chmod, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './gateway.ts';

/** Mounts a separate file system of this many megabytes; null when this user may not mount one. */
export async function smallDisk(megabytes: number): Promise<{ folder: string; remove(): Promise<void> } | null> {
  const folder = await temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  await chmod(folder, 0o755);
  return {
    folder,
    async remove() {
      execFileSync('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Fills all remaining space of a disk; returns a function that frees it. */
export async function fill(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'filler');
  const file = await open(path, 'w');
  for (let size = 1_048_576; size >= 4_096;) {
    try {
      await file.write(Buffer.alloc(size));
    } catch {
      size /= 4;
    }
  }
  await file.close();
  return () => rm(path);
}
