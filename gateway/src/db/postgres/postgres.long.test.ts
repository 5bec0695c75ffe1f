import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './postgres.ts';
import { packageFolder, prepareBinaries } from './binaries.ts';
import { prepareDataLocation } from './dataLocation.ts';
import { logMax } from './rotateLog.ts';
import { isPostmaster } from './postmaster.ts';
import { outcomeCode, signIn } from '../../testing/client.ts';
import { query, startTestGateway, temporaryFolder, testDatabaseVariable } from '../../testing/gateway.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pidOf = async (home: string) =>
  Number((await readFile(join(home, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
const asRoot = process.getuid?.() === 0;

describe('the embedded database', () => {
  test('runs durable, reachable by password alone, and not as root', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'plain') });
    const { rows } = await query(
      postgres,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as listen",
    );
    expect(rows).toEqual([{ fsync: 'on', commit: 'on', listen: '' }]);
    const wrong = new URL(postgres.databaseUrl);
    wrong.password = 'wrong';
    await expect(query({ databaseUrl: wrong.href }, 'select 1')).rejects.toThrow('password authentication failed');
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${await pidOf(join(folder, 'plain/postgres'))}/status`, 'utf8');
      expect(status).not.toMatch(/^Uid:\s+0\s/m);
    }
    await postgres.close();
  });

  test('comes back by itself when it is killed, and the gateway goes on', async () => {
    const dataDir = join(folder, 'plain');
    const postgres = await startEmbeddedPostgres({ dataDir });
    const gateway = await startTestGateway({ databaseUrl: postgres.databaseUrl });
    const person = await signIn(gateway);
    const killed = await pidOf(join(dataDir, 'postgres'));
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => isPostmaster(killed, { cluster: join(dataDir, 'postgres/cluster') })).toBe(false);
    expect(['UNAVAILABLE', 'SUCCESS']).toContain(await outcomeCode(person.api.conversation.list({})));
    // The killed server's child processes may still answer for a moment.
    await expect.poll(() => pidOf(join(dataDir, 'postgres')).catch(() => killed)).not.toBe(killed);
    await expect.poll(() => outcomeCode(person.api.conversation.list({}))).toBe('SUCCESS');
    const locks = () =>
      query(postgres, "select from pg_locks where locktype = 'advisory'").then(({ rows }) => rows.length);
    await expect.poll(locks).toBe(1);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('Another gateway is running');
    await gateway.close();
    await postgres.close();
  });

  test('a pid file that names another living program does not stop it, and a large log begins anew', async () => {
    const dataDir = join(folder, 'plain');
    const file = join(dataDir, 'postgres/cluster/postmaster.pid');
    await writeFile(file, `${process.pid}\n/x\n1\n5432\n\n\n\nready\n`);
    const log = join(dataDir, 'postgres/postgres.log');
    await writeFile(log, Buffer.alloc(logMax));
    const postgres = await startEmbeddedPostgres({ dataDir });
    expect((await stat(log)).size).toBeLessThan(logMax);
    expect(postgres.adopted).toBe(false);
    await postgres.close();
  });

  test('files of another major version stay as they are, and the error says what to do', async () => {
    const dataDir = join(folder, 'other');
    await mkdir(join(dataDir, 'postgres/cluster'), { recursive: true });
    await chmod(dataDir, 0o755);
    const file = join(dataDir, 'postgres/cluster/PG_VERSION');
    await writeFile(file, '17\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /is of PostgreSQL 17, and this build has PostgreSQL 18\. .*docs\/operations\.md/,
    );
    expect(await readdir(join(dataDir, 'postgres/cluster'))).toEqual(['PG_VERSION']);
  });

  test('a making that was cut short is made anew', async () => {
    const dataDir = join(folder, 'cut');
    await mkdir(join(dataDir, 'postgres/unfinished.4194305.cluster/base'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/unfinished.4194305.cluster/PG_VERSION'), '18');
    await chmod(dataDir, 0o755);
    const postgres = await startEmbeddedPostgres({ dataDir });
    expect((await query(postgres, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('unfinished'))).toEqual([]);
    await postgres.close();
  });

  test.runIf(asRoot)(
    'below a folder that only root may enter it lives elsewhere, says so, and finds itself again',
    async () => {
      const closed = join(folder, 'closed');
      const dataDir = join(closed, 'data');
      await mkdir(dataDir, { recursive: true });
      await chmod(closed, 0o700);
      const said: string[] = [];
      const first = await startEmbeddedPostgres({ dataDir, say: (sentence) => said.push(sentence) });
      const home = /is kept in (\/var\/lib\/amber\/[0-9a-f]{16})$/.exec(said[0] ?? '')?.[1];
      expect(home).toBeDefined();
      await query(first, 'create table kept (n integer)');
      await first.close();
      const second = await startEmbeddedPostgres({ dataDir });
      expect((await query(second, 'select count(*)::int as n from kept')).rows).toEqual([{ n: 0 }]);
      await second.close();
      await rm(home!, { recursive: true });
    },
  );

  test.runIf(asRoot)(
    "programs out of the database's reach, or without their links, are copied and made whole",
    async () => {
      const closed = join(folder, 'package');
      await mkdir(closed);
      await chmod(closed, 0o700);
      await cp(packageFolder(), closed, {
        recursive: true,
        filter: async (file) => !(await lstat(file)).isSymbolicLink(),
      });
      const place = await prepareDataLocation(join(folder, 'copies'));
      const { postgres } = await prepareBinaries(place, closed);
      expect(postgres.startsWith(place.home)).toBe(true);
      const { stdout } = await promisify(execFile)(postgres, ['--version'], { ...place.user, cwd: place.home });
      expect(stdout).toMatch(/^postgres \(PostgreSQL\) 18\./);
      expect((await prepareBinaries(place, closed)).postgres).toBe(postgres);
    },
  );

  test('a folder too deep for a socket is served over the loopback interface', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'deep'.repeat(25)) });
    expect(postgres.databaseUrl).toContain('host=127.0.0.1');
    process.kill(await pidOf(join(folder, 'deep'.repeat(25), 'postgres')), 'SIGKILL');
    // It restarts at the same address.
    await expect
      .poll(() =>
        query(postgres, 'select 1 as one').then(
          ({ rows }) => rows,
          () => 'away',
        ),
      )
      .toEqual([{ one: 1 }]);
    await postgres.close();
  });

  test('the kit brings a server of its own where the run has none', async () => {
    const shared = process.env[testDatabaseVariable];
    delete process.env[testDatabaseVariable];
    const gateway = await startTestGateway();
    process.env[testDatabaseVariable] = shared;
    await signIn(gateway);
    await gateway.close();
  });
});
