import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAs, signIn } from './testing/client.ts';
import { prepareDataLocation } from './db/postgres/dataLocation.ts';
import { startEmbeddedPostgres } from './db/postgres/postgres.ts';
import { readPostmaster } from './db/postgres/postmaster.ts';
import { temporaryFolder } from './testing/gateway.ts';
import { runMain, startProcess } from './testing/process.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Whether a database server runs on this data folder. */
const serverRuns = (dataDir: string) => existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'));

// They mostly wait: for locks, and for servers to stop.
describe.concurrent('the process', () => {
  test('says what it does, ends with the address, serves, and leaves cleanly', async () => {
    const dataDir = join(folder, 'clean');
    // Ctrl+C does not wait for a load balancer.
    const gateway = await startProcess({ AMBER_DATA: dataDir, DRAIN_DELAY: '300' });
    expect(gateway.lines[0]).toBe(`Data folder: ${dataDir}`);
    expect(gateway.lines).toContain('Creating the database (once)');
    expect(gateway.lines.at(-1)).toBe(`Amber is ready: http://localhost:${new URL(gateway.url).port}/chat/`);
    const socket = await connectAs(await signIn(gateway));
    expect(await gateway.end('SIGINT')).toBe(0);
    expect(socket.closed).toMatchObject({ code: 1012 });
    expect(serverRuns(dataDir)).toBe(false);
  });

  test('one Ctrl+C, which arrives from the terminal and from what started it, stops it and then the database', async () => {
    const dataDir = join(folder, 'pressed');
    const gateway = await startProcess({ AMBER_DATA: dataDir }, { byBootstrap: true });
    const socket = await connectAs(await signIn(gateway));
    // It cannot have stopped before the last signal arrives.
    const { pid } = readPostmaster(await prepareDataLocation(dataDir))!;
    process.kill(pid, 'SIGSTOP');
    gateway.pressCtrlC();
    await sleep(200);
    gateway.pressCtrlC();
    await sleep(200);
    process.kill(pid, 'SIGCONT');
    expect(await gateway.ended).toBe(0);
    expect(socket.closed).toMatchObject({ code: 1012 });
    expect(serverRuns(dataDir)).toBe(false);
  });

  test('Ctrl+C while it starts stops the database as well', async () => {
    const dataDir = join(folder, 'pressedEarly');
    const { child, ended } = await runMain({ AMBER_DATA: dataDir }, (line) => line === 'Starting the database server');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(serverRuns(dataDir)).toBe(false);
  });

  test('a second Ctrl+C, a second later, does not wait for a database that hangs, and stops it', async () => {
    const dataDir = join(folder, 'pressedTwice');
    const gateway = await startProcess({ AMBER_DATA: dataDir }, { byBootstrap: true });
    const { pid } = readPostmaster(await prepareDataLocation(dataDir))!;
    process.kill(pid, 'SIGSTOP');
    gateway.pressCtrlC();
    // On a slow machine the second one may be handled less than a second after the first.
    const again = setInterval(() => gateway.pressCtrlC(), 1_500);
    expect(await gateway.ended).toBe(1);
    clearInterval(again);
    process.kill(pid, 'SIGCONT');
    while (serverRuns(dataDir)) await sleep(50);
  });

  test('R241 SIGTERM waits for the load balancer, and Ctrl+C a second later ends that', async () => {
    const dataDir = join(folder, 'drained');
    const gateway = await startProcess({ AMBER_DATA: dataDir, DRAIN_DELAY: '300' });
    void gateway.end('SIGTERM');
    const isReady = async () => (await fetch(`${gateway.url}/gateway/ready`)).status === 200;
    while (await isReady()) await sleep(20);
    await signIn(gateway);
    await sleep(1_000);
    expect(await gateway.end('SIGINT')).toBe(1);
    while (serverRuns(dataDir)) await sleep(50);
  });

  test('two with two folders and ports run side by side', async () => {
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => startProcess({ AMBER_DATA: join(folder, name) })),
    );
    const people = await Promise.all([signIn(one!), signIn(two!)]);
    expect(people[0]!.identifier).not.toBe(people[1]!.identifier);
    expect(await Promise.all([one!.end(), two!.end()])).toEqual([0, 0]);
  });

  test('a second one on the same folder says so, and the first goes on', async () => {
    const environment = { AMBER_DATA: join(folder, 'shared') };
    const first = await startProcess(environment);
    const second = await runMain(environment);
    expect(await second.ended).toBe(1);
    expect(second.lines.at(-1)).toBe(
      'Another gateway is running on this data folder. Stop it, or set AMBER_DATA to another folder.',
    );
    await signIn(first);
    await first.end();
  });

  test('of two that begin on the same new folder at once, one runs and the other says why it does not', async () => {
    const environment = { AMBER_DATA: join(folder, 'raced') };
    const begun = await Promise.allSettled([startProcess(environment), startProcess(environment)]);
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const one of begun) {
      if (one.status === 'fulfilled') await one.value.end();
      else expect(String(one.reason)).toContain('Another gateway is running on this data folder');
    }
  });

  test('after a kill the next one takes over the database that still runs', async () => {
    const environment = { AMBER_DATA: join(folder, 'killed') };
    const first = await startProcess(environment);
    const person = await signIn(first);
    await first.end('SIGKILL');
    expect(serverRuns(environment.AMBER_DATA)).toBe(true);
    const second = await startProcess(environment);
    expect(second.lines).toContain('Taking over the database server that is already running');
    expect((await (await connectAs({ ...person, url: second.url })).ask('heartbeat', { time: 1 })).time).toBe(1);
    await second.end();
    expect(serverRuns(environment.AMBER_DATA)).toBe(false);
  });

  test('a port that is taken is named, with the way out', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const { lines, ended } = await runMain({ AMBER_DATA: join(folder, 'port'), PORT: String(port) });
    expect(await ended).toBe(1);
    expect(lines.at(-1)).toBe(
      `Port ${port} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
    );
    expect(serverRuns(join(folder, 'port'))).toBe(false);
    other.close();
  });

  test('a data folder that cannot be written is named', async () => {
    await writeFile(join(folder, 'file'), '');
    const { lines, ended } = await runMain({ AMBER_DATA: join(folder, 'file/data') });
    expect(await ended).toBe(1);
    expect(lines.at(-1)).toMatch(
      /^The data folder .*file\/data cannot be written \(ENOTDIR\)\. Set AMBER_DATA to a folder that can\.$/,
    );
  });

  test('a wrong setting is named', async () => {
    const { lines, ended } = await runMain({ PORT: 'eighty' });
    expect(await ended).toBe(1);
    expect(lines).toEqual(['PORT must be a number from 0 to 65535']);
  });

  test("a database of one's own is used as it is, and must wait for the disk", async () => {
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'own') });
    const gateway = await startProcess({ DATABASE_URL: postgres.databaseUrl });
    await signIn(gateway);
    await gateway.end();
    const careless = new URL(postgres.databaseUrl);
    careless.searchParams.set('options', '-c synchronous_commit=off');
    const { lines, ended } = await runMain({ DATABASE_URL: careless.href });
    expect(await ended).toBe(1);
    expect(lines.at(-1)).toContain('PostgreSQL runs with synchronous_commit=off');
    await postgres.close();
  });
});
