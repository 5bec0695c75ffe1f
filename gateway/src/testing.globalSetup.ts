// One PostgreSQL for a whole test run.
import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from './postgres.ts';
import { temporaryFolder, testDatabaseVariable } from './testing.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  const dataDir = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, temporary: true });
  process.env[testDatabaseVariable] = postgres.databaseUrl;
  return async () => {
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
