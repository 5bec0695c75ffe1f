// One PostgreSQL for a whole test run, with a template database.
import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '../db/postgres/postgres.ts';
import { openStore } from '../db/store.ts';
import { createDatabase, templateDatabase, temporaryFolder, testDatabaseVariable } from './gateway.ts';

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  // Another project of the same run has already started it.
  if (process.env[testDatabaseVariable] !== undefined) return undefined;
  const dataDir = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir, temporary: true });
  process.env[testDatabaseVariable] = postgres.databaseUrl;
  // The store is closed at once: a database with connections cannot be copied.
  const template = await openStore({
    databaseUrl: await createDatabase(postgres.databaseUrl, { name: templateDatabase }),
  });
  await template.close();
  return async () => {
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}
