import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, chatOf, connectAs, historyOf, newMessageId, type Person, sendText, signIn } from '../testing/client.ts';
import { migratedDatabase, startTestGateway, type TestGateway } from '../testing/gateway.ts';

let databaseUrl: string;
/** All gateways that run, and those to which the balancer sends calls. */
let running: TestGateway[] = [];
let serving: TestGateway[] = [];
let balancer: NodeJS.Timeout;
const start = () => startTestGateway({ databaseUrl, drainDelay: 500, limits: { drainTimeout: 5_000 } });
const isReady = async ({ url }: TestGateway) => (await fetch(`${url}/gateway/ready`)).status === 200;

/** Asks each gateway whether it is ready, as a load balancer does. */
async function checkReadiness(): Promise<void> {
  const asked = [...running];
  const ready = await Promise.all(asked.map((one) => isReady(one).catch(() => false)));
  serving = asked.filter((one, at) => ready[at] && running.includes(one));
}

beforeAll(async () => {
  databaseUrl = await migratedDatabase();
  running = [await start(), await start()];
  await checkReadiness();
  balancer = setInterval(() => void checkReadiness(), 50);
});
afterAll(async () => {
  clearInterval(balancer);
  for (const one of running) await one.close();
});

let turn = 0;
const nextUrl = () => serving[(turn += 1) % serving.length]!.url;

/** Starts a gateway of the next release, then stops the oldest one as SIGTERM does. */
async function replaceOldest(): Promise<void> {
  running = [...running, await start()];
  const [oldest] = running;
  await oldest!.drain();
  running = running.slice(1);
  await oldest!.close();
}

test(
  'R241 no call fails while each gateway is replaced, and devices come back with 1012',
  { timeout: 60_000 },
  async () => {
    const [alice, bob] = [await signIn(running[0]!), await signIn(running[0]!)];
    const chat = await chatOf(alice, bob);
    const failures: unknown[] = [];
    const confirmed: string[] = [];
    const codes: number[] = [];
    let stopped = false;

    async function write(person: Person): Promise<void> {
      while (!stopped) {
        const [url, id] = [nextUrl(), newMessageId()];
        await sendText({ ...person, url, api: apiOf(url, person.tokens.token) }, chat, id, { id }).then(
          () => confirmed.push(id),
          (error: unknown) => failures.push(error),
        );
        await sleep(5);
      }
    }

    async function stayConnected(person: Person): Promise<void> {
      while (!stopped) {
        const socket = await connectAs({ ...person, url: nextUrl() });
        while (!stopped && socket.closed === null) await sleep(10);
        if (socket.closed) codes.push(socket.closed.code);
        socket.close();
      }
    }

    const work = [alice, bob].flatMap((person) => [write(person), write(person), stayConnected(person)]);
    for (let round = 0; round < 4; round += 1) await replaceOldest();
    stopped = true;
    await Promise.all(work);
    expect(failures).toEqual([]);
    expect(new Set(codes)).toEqual(new Set([1012]));
    const url = running[0]!.url;
    const rows = await historyOf({ ...alice, url, api: apiOf(url, alice.tokens.token) }, chat);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(confirmed.toSorted());
    expect(confirmed.length).toBeGreaterThan(100);
  },
);
