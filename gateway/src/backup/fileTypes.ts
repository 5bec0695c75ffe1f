// Refuses links and devices in a backup: they lead elsewhere, or never end.
import { lstat } from 'node:fs/promises';

async function check(path: string, kind: 'isFile' | 'isDirectory', name: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) throw new Error(`${path} is a link. A backup has none: copy what it leads to`);
  if (!found[kind]()) throw new Error(`${path} is not a ${name}`);
}

/** @throws Error also when it is missing. */
export const checkIsFile = (path: string): Promise<void> => check(path, 'isFile', 'file');

/** @throws Error also when it is missing. */
export const checkIsFolder = (path: string): Promise<void> => check(path, 'isDirectory', 'folder');
