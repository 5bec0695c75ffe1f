// The database of a benchmark run: embedded, durable, in its own folder.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../gateway/src/db/postgres/postgres.ts';
import { memoize } from './row.ts';

const started = memoize(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'amber-bench-'));
  chmodSync(folder, 0o755); // the server's own user must have access
  return { folder, postgres: await startEmbeddedPostgres({ dataDir: folder }) };
});

let used = false;

/** The database's address; the first call starts it. */
export async function benchDatabaseUrl(): Promise<string> {
  used = true;
  return (await started()).postgres.databaseUrl;
}

/** The folder in which a gateway on it stores its files. */
export const dataDir = async (): Promise<string> => (await started()).folder;

/** Stops and removes the database, if it was started. */
export async function closeDatabase(): Promise<void> {
  if (!used) return;
  const { folder, postgres } = await started();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}
