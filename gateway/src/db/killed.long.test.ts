import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPostmaster } from './postgres/postmaster.ts';
import { prepareDataLocation } from './postgres/dataLocation.ts';
import { chatOf, connectAs, signIn } from '../testing/client.ts';
import { query, temporaryFolder } from '../testing/gateway.ts';
import { startProcess, type GatewayProcess } from '../testing/process.ts';
import { scaledTimeout } from '../testing/machine.ts';
import { startWriters, type Writers } from '../testing/startWriters.ts';

const kills = Number(process.env.AMBER_KILLS ?? 4);
const databaseKills = Number(process.env.AMBER_DATABASE_KILLS ?? 3);

let folder: string;
let gateway: GatewayProcess;
let writing: Writers | undefined;
beforeAll(async () => {
  folder = await temporaryFolder();
  gateway = await startProcess({ AMBER_DATA: folder });
});
afterAll(async () => {
  await writing?.stop().catch(() => undefined);
  await gateway.end();
  await rm(folder, { recursive: true, force: true });
});

/** Two people who write to each other without pause. */
async function begin() {
  const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
  const chat = await chatOf(alice, bob);
  writing = startWriters({ chat, people: [alice, bob], url: () => gateway.url });
  return { alice, bob, chat, writing };
}

const postmaster = async () =>
  Number((await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

/** Kills the gateway, and every third time the database too. */
async function kill(round: number): Promise<void> {
  await gateway.end('SIGKILL');
  if (round % 3 === 2) process.kill(await postmaster(), 'SIGKILL');
}

describe('a gateway that is killed at any moment', () => {
  test(
    `P1 P2 P3 G1 loses no confirmed message, doubles none and leaves no hole (${kills} kills)`,
    { timeout: scaledTimeout(150_000 + kills * 50_000) },
    async () => {
      const { bob, writing: sent } = await begin();
      for (let round = 0; round < kills; round += 1) {
        await sent.waitForProgress();
        await sleep(Math.random() * 150);
        await kill(round);
        gateway = await startProcess({ AMBER_DATA: folder });
      }
      await sent.stop();
      const stored = await sent.check(bob);
      expect(sent.confirmed.size).toBeGreaterThan(kills * 10);
      console.info(`${kills} kills, ${sent.confirmed.size} confirmed, ${stored} stored`);
    },
  );
});

describe('a database that breaks under a gateway at work', () => {
  const database = async () => ({ databaseUrl: readPostmaster(await prepareDataLocation(folder))!.databaseUrl });
  const backends = async () =>
    (
      await query<{ pid: number }>(
        await database(),
        "select pid from pg_stat_activity where application_name = 'amber' order by state = 'active' desc, state_change desc",
      )
    ).rows.map(({ pid }) => pid);
  const ways: Record<string, () => Promise<void>> = {
    'the server is killed': async () => void process.kill(await postmaster(), 'SIGKILL'),
    'one of its processes is killed': async () => void process.kill((await backends())[0]!, 'SIGKILL'),
    'connections are ended by hand': async () =>
      void (await query(
        await database(),
        "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      )),
    'it is shut down': async () => void process.kill(await postmaster(), 'SIGINT'),
  };
  const names = Object.keys(ways);

  /** Resolves when this new connection breaks. */
  async function whenBroken(): Promise<{ broken: Promise<void> }> {
    const client = new pg.Client({ connectionString: (await database()).databaseUrl });
    const broken = new Promise<void>((resolve) => {
      client.on('end', () => resolve()).on('error', () => undefined);
    });
    await client.connect();
    return { broken };
  }

  test(
    `R225 ends the calls on their way and nothing else: it lives, says that it is not ready, and is back (${databaseKills} times)`,
    { timeout: scaledTimeout(150_000 + databaseKills * 75_000) },
    async () => {
      const { alice, bob, writing: sent } = await begin();
      const sockets = [await connectAs(alice), await connectAs(bob)];
      let watching = true;
      const statuses = new Set<number>();
      let slowest = 0;
      const watch = (async () => {
        while (watching) {
          const asked = Date.now();
          statuses.add((await fetch(`${gateway.url}/gateway/ready`)).status);
          slowest = Math.max(slowest, Date.now() - asked);
          await sleep(10);
        }
      })().catch(() => undefined);
      const away: number[] = [];
      for (let round = 0; round < databaseKills; round += 1) {
        await sent.waitForProgress();
        const { broken } = await whenBroken();
        await ways[names[round % names.length]!]!();
        await broken;
        // First until the database accepts connections, then until something is confirmed.
        await expect
          .poll(
            async () =>
              query(await database(), 'select 1').then(
                () => true,
                () => false,
              ),
            { interval: 10 },
          )
          .toBe(true);
        const back = Date.now();
        await sent.waitForProgress(0);
        away.push(Date.now() - back);
        // No socket was disconnected.
        for (const socket of sockets) await socket.ask('heartbeat', { time: round });
      }
      watching = false;
      await watch;
      await sent.stop();
      const stored = await sent.check(bob);
      expect(statuses).toEqual(new Set([200, 503]));
      sockets.forEach((socket) => socket.close());
      console.info(
        `${databaseKills} breaks of the database, ${sent.confirmed.size} confirmed, ${stored} stored, back within ${Math.max(...away)} ms, slowest readiness ${slowest} ms`,
      );
    },
  );
});
