// Keeps the log of the embedded database from filling the disk.
import { existsSync } from 'node:fs';
import { copyFile, stat, truncate } from 'node:fs/promises';

/** The size in bytes from which on a log is rotated. */
export const logMax = 10 * 1_048_576;

/**
 * Copies a log that is too large to `<log>.1`, over the one before, and empties it. The server outlives the gateway and
 * has the file open for appending, so a renamed file would go on growing.
 */
export async function rotateLog(log: string): Promise<void> {
  const size = existsSync(log) ? (await stat(log)).size : 0;
  if (size < logMax) return;
  await copyFile(log, `${log}.1`);
  await truncate(log);
}
