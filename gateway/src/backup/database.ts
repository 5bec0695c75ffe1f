// Opens the database to back up or restore: DATABASE_URL's, or the embedded one.
import type { Config } from '../config.ts';
import { prepareDataLocation } from '../db/postgres/dataLocation.ts';
import { startEmbeddedPostgres } from '../db/postgres/postgres.ts';
import { isPostmaster, readPostmaster } from '../db/postgres/postmaster.ts';

interface OpenDatabase {
  databaseUrl: string;
  close(): Promise<void>;
}

const externalDatabase = (databaseUrl: string): OpenDatabase => ({ databaseUrl, close: async () => undefined });

/**
 * @param allowRunning whether a gateway may use the database at the same time
 * @throws Error with a sentence that says what to do, such as when a gateway runs on the database and must not
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { allowRunning, say }: { allowRunning: boolean; say(sentence: string): void },
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return externalDatabase(databaseUrl);
  const location = await prepareDataLocation(dataDir);
  const running = readPostmaster(location);
  if (allowRunning && running && isPostmaster(running.pid, location)) return externalDatabase(running.databaseUrl);
  return startEmbeddedPostgres({ dataDir, say });
}
