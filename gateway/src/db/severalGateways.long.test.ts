import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { groupOf, sendText, signIn, chatOf, type Person } from '../testing/client.ts';
import { query, startTestGateway, temporaryFolder, type TestGateway } from '../testing/gateway.ts';
import { startProcess, type GatewayProcess } from '../testing/process.ts';
import { startPushService, subscriptionAt } from '../testing/pushService.ts';

let folder: string;
let service: Awaited<ReturnType<typeof startPushService>>;
let database: Pick<TestGateway, 'databaseUrl'>;
/** What is due: somebody who leaves a group and is deleted, and a push to somebody else. */
interface Due {
  leaver: Person;
  group: string;
  chat: string;
  endpoint: string;
}
const due: Due[] = [];
let first: GatewayProcess;
let second: GatewayProcess;
let lock: pg.Client;

const start = () => startProcess({ AMBER_DATA: folder, DATABASE_URL: database.databaseUrl }, { isQuick: true });

beforeAll(async () => {
  [folder, service] = [await temporaryFolder(), await startPushService()];
  // Its pushes stay for the processes.
  const gateway = await startTestGateway({ pushLoopback: true, limits: { pushDelay: 3_600_000 } });
  database = gateway;
  for (const name of ['first', 'second']) {
    const [leaver, friend] = [await signIn(gateway), await signIn(gateway)];
    const endpoint = `${service.url}/${name}`;
    await friend.api.push.subscribe(subscriptionAt(endpoint));
    const group = await groupOf(leaver, friend, await signIn(gateway));
    const chat = await chatOf(leaver, friend);
    await sendText(leaver, chat, 'Hello');
    due.push({ leaver, chat, group, endpoint });
  }
  await query(gateway, 'update push_job set due_at = null');
  await gateway.close();
  lock = new pg.Client({ connectionString: database.databaseUrl });
  await lock.connect();
  [first, second] = await Promise.all([start(), start()]);
  second.pause();
});
afterAll(async () => {
  await lock.end();
  await Promise.all([first, second].map((one) => one.end('SIGKILL')));
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Makes work due, and resolves in the middle of it; `release` lets whoever does it go on. */
async function beginWork({ leaver, chat }: Due) {
  // The sweep removes subscriptions before accounts, so the lock stops it just as it stops the push.
  await lock.query('begin; lock table push_subscription in access exclusive mode');
  await query(database, 'update person set deletes_at = 1 where identifier = $1', [leaver.identifier]);
  await query(database, 'update push_job set due_at = 0 where conversation = $1', [chat]);
  await query(
    database,
    "insert into lease (name, due_at) values ('sweep', now()) on conflict (name) do update set due_at = excluded.due_at",
  );
  const claimed = () =>
    query(
      database,
      `select from lease, push_job job
       where name = 'sweep' and lease.leased_until > now() and conversation = $1 and job.leased_until > now()`,
      [chat],
    );
  await expect.poll(async () => (await claimed()).rows.length).toBe(1);
  return { release: () => lock.query('commit') };
}

/** How often each thing was done. */
async function results({ leaver, chat, group, endpoint }: Due) {
  const { rows } = await query(
    database,
    `select (select count(*) from message where conversation = $1 and cmd_id = 'handOver') as "handedOver",
       (select count(*) from message where conversation = $1 and cmd_id = 'quitMember') as "left",
       (select count(*) from person where identifier = $2 and deleted_at is not null) as deleted,
       (select count(*) from lease where name = 'sweep' and leased_until is null) as swept,
       (select count(*) from push_job where conversation = $3 and due_at is null and leased_until is null) as completed`,
    [group, leaver.identifier, chat],
  );
  return {
    ...Object.fromEntries(Object.entries(rows[0]!).map(([k, n]) => [k, Number(n)])),
    pushed: service.pushesTo(endpoint).length,
  };
}
const once = { handedOver: 1, left: 1, deleted: 1, swept: 1, completed: 1, pushed: 1 };

test('R241 what a stopped gateway was doing is done by another one, and not again when it wakes', async () => {
  const [work] = due as [Due];
  const { release } = await beginWork(work);
  first.pause();
  await release();
  second.continue();
  await expect.poll(() => results(work)).toEqual(once);
  first.continue();
  const running = () =>
    query(database, "select from lease where name like 'gateway %' and claim = 0 and leased_until > now()");
  await expect.poll(async () => (await running()).rows.length).toBe(2);
  // It may still be doing what it was doing.
  await sleep(1_000);
  expect(await results(work)).toEqual(once);
  expect(first.lines.slice(1)).toEqual([]);
});

test('R241 what a killed gateway was doing is done by another one', async () => {
  const [, work] = due as [Due, Due];
  second.pause();
  const { release } = await beginWork(work);
  await first.end('SIGKILL');
  second.continue();
  await release();
  await expect.poll(() => results(work)).toEqual(once);
});
