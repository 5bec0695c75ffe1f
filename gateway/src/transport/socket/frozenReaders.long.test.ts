import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAs, groupOf, sendText, signIn, type Person, type TestSocket } from '../../testing/client.ts';
import { startTestGateway, type TestGateway } from '../../testing/gateway.ts';
import { scaledTimeout } from '../../testing/machine.ts';

const frozenCount = Number(process.env.AMBER_FROZEN ?? 12);
const messages = Number(process.env.AMBER_FROZEN ? 1_500 : 80);
const text = 'x'.repeat(100_000);
const dirtyAt = 65_536;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let gateway: TestGateway;
let alice: Person;
let bob: Person;
let group: string;
const opened: TestSocket[] = [];

beforeAll(async () => {
  // Nobody is disconnected during the test: the frozen readers stay for as long as they can do harm.
  gateway = await startTestGateway({
    limits: { slowReaderDirtyAt: dirtyAt, slowReaderCloseAfter: 600_000, heartbeatEvery: 600_000 },
  });
  [alice, bob] = [await signIn(gateway), await signIn(gateway)];
});
afterAll(async () => {
  for (const socket of opened) socket.close();
  await gateway.close();
});

/** Bytes in buffers; garbage is collected in several steps. */
async function buffers(): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < 10; tries += 1) {
    collectGarbage();
    await sleep(20);
    least = Math.min(least, process.memoryUsage().arrayBuffers);
  }
  return least;
}

/** Milliseconds from sending until the healthy reader has it, at the 99th percentile. */
async function p99(reader: TestSocket): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < messages; n += 1) {
    reader.rows.length = 0;
    const began = performance.now();
    const sent = sendText(alice, group, text, { type: 'group' });
    await reader.until(() => reader.rows.length > 0);
    times.push(performance.now() - began);
    await sent;
  }
  return times.toSorted((a, b) => a - b)[Math.floor(messages * 0.99)]!;
}

test(
  `G8 P6 ${frozenCount} readers that do not read harm nobody: a healthy one gets every message, and memory stays bounded`,
  { timeout: scaledTimeout(300_000 + messages * 1_000) },
  async () => {
    const people: Person[] = [];
    for (let n = 0; n < frozenCount / 8; n += 1) people.push(await signIn(gateway));
    group = await groupOf(alice, bob, ...people);
    const reader = await connectAs(bob);
    opened.push(reader);
    await p99(reader);
    const alone = await p99(reader);

    for (let n = 0; n < frozenCount; n += 1) {
      const socket = await connectAs(people[n % people.length]!);
      socket.ws.pause();
      opened.push(socket);
    }
    const before = await buffers();
    const among = await p99(reader);
    const kept = (await buffers()) - before;
    expect(opened.every(({ closed }) => closed === null)).toBe(true);
    // Far less than was sent: a connection buffers up to its limit and one more message, then is given up.
    const perReader = dirtyAt + 2 * text.length;
    expect(kept).toBeLessThan(frozenCount * perReader);
    expect(messages * text.length).toBeGreaterThan(2 * frozenCount * perReader);
    console.info(
      `${frozenCount} frozen: p99 ${among.toFixed(1)} ms against ${alone.toFixed(1)} ms alone, ${(kept / 1_048_576).toFixed(1)} MiB kept`,
    );
  },
);
