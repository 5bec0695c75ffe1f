// Starts gateways for tests, each on a fresh database.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '../core/log.ts';
import { startEmbeddedPostgres } from '../db/postgres/postgres.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../server.ts';
import { scaledTimeout } from './machine.ts';

/** The variable with the URL of the test run's PostgreSQL; without it a gateway starts its own. */
export const testDatabaseVariable = 'AMBER_TEST_DATABASE_URL';

export interface TestGateway extends Gateway {
  databaseUrl: string;
  dataDir: string;
  /** The codes that were sent, by phone. */
  codes: Map<string, string>;
  /** The last code that was sent to this phone. @throws Error when there is none. */
  lastCode(phone: string): string;
}

/** A folder that the database's user can reach. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'amber-test-'));
  await chmod(folder, 0o755);
  return folder;
}

/** The name of an empty database on the test run's PostgreSQL with this build's tables. */
export const templateDatabase = 'amber_template';

/** A new database on a server: empty, or a copy of another. */
export async function createDatabase(
  serverUrl: string,
  { name = `test_${randomBytes(6).toString('hex')}`, from = 'template1' } = {},
): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name} template ${from}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a database on the test run's PostgreSQL with this build's tables: copying is faster than migrating. */
export const migratedDatabase = (): Promise<string> =>
  createDatabase(process.env[testDatabaseVariable]!, { from: templateDatabase });

/** Reads or changes a gateway's database directly. */
export async function query<Row extends object = Record<string, unknown>>(
  { databaseUrl }: { databaseUrl: string },
  text: string,
  values: unknown[] = [],
): Promise<{ rows: Row[] }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query<Row>(text, values);
  } finally {
    await client.end();
  }
}

/** A minimal shell: a page, two avatars, a banner. */
async function smallShell(folder: string): Promise<string> {
  const shellDir = join(folder, 'shell');
  for (const name of ['avatars', 'banners']) await mkdir(join(shellDir, name), { recursive: true });
  await writeFile(
    join(shellDir, 'index.html'),
    '<!doctype html><html><head><!--amber-config--></head><body><!--amber-frame--></body></html>',
  );
  for (const name of ['avatars/fern.svg', 'avatars/fox.svg', 'banners/dunes.svg']) {
    await writeFile(join(shellDir, name), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  }
  return shellDir;
}

/**
 * Starts a gateway on any free port that collects codes instead of sending them. All options can be overridden.
 * Many tests make hundreds of calls of an account at once, so here all of them may wait, and for long: with the limits
 * of a real gateway, the speed of the machine would decide how many are refused.
 */
export async function startTestGateway(options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const codes = new Map<string, string>();
  const folder = await temporaryFolder();
  const isShared = process.env[testDatabaseVariable] !== undefined;
  const own =
    !isShared && options.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: folder, temporary: true })
      : null;
  const databaseUrl = options.databaseUrl ?? (await (own ? createDatabase(own.databaseUrl) : migratedDatabase()));
  const gateway = await createGateway({
    host: '127.0.0.1',
    port: 0,
    log: createLog('fatal'),
    dataDir: folder,
    shellDir: await smallShell(folder),
    sms: {
      name: 'test',
      send: async (phone, code) => {
        codes.set(phone, code);
      },
    },
    ...options,
    limits: { callsWaitingPerAccount: 1_000, callQueueTimeout: scaledTimeout(60_000), ...options.limits },
    databaseUrl,
  });
  return {
    ...gateway,
    databaseUrl,
    dataDir: options.dataDir ?? folder,
    codes,
    lastCode(phone) {
      const code = codes.get(phone);
      if (code === undefined) throw new Error(`No code was sent to ${phone}`);
      return code;
    },
    async close() {
      await gateway.close();
      await own?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates accounts whose reports judge releases: old, and used before today. */
export const insertAccounts = (gateway: Parameters<typeof query>[0], identifiers: readonly string[]) =>
  query(
    gateway,
    `insert into person (identifier, avatar, last_name, created_at, returned_at) select name, '', name, 0, 86400000
    from unnest($1::text[]) name on conflict do nothing`,
    [identifiers],
  );

/** Marks the releases of a remote as tried by enough accounts, so that they may be promoted. */
export const markTried = (gateway: Parameters<typeof query>[0], remote: string) =>
  query(gateway, 'update release set judged = 20 where remote = $1', [remote]);
