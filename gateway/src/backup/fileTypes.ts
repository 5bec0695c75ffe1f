// Rejects links and devices in a backup: a link points outside it, and a device may never end.
import { lstat } from 'node:fs/promises';

async function check(path: string, kind: 'isFile' | 'isDirectory', name: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) throw new Error(`${path} is a link. A backup has none: copy what it leads to`);
  if (!found[kind]()) throw new Error(`${path} is not a ${name}`);
}

/** @throws Error when it is something else or missing. */
export const checkIsFile = (path: string): Promise<void> => check(path, 'isFile', 'file');

/** @throws Error when it is something else or missing. */
export const checkIsFolder = (path: string): Promise<void> => check(path, 'isDirectory', 'folder');
