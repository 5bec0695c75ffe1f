import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatOf, connectAs, historyOf, sendText, signIn, type Person } from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { scaledTimeout } from '../testing/machine.ts';
import { limits } from '@amber/proto/limits';

const second = 1_000;
const attackFor = Number(process.env.AMBER_HOSTILE ?? 5) * second;
const quietFor = Math.min(attackFor, 10 * second);
const megabyte = 1_048_576;

let gateway: TestGateway;
let alice: Person;
let bob: Person;
let chat: string;
beforeAll(async () => {
  gateway = await startTestGateway({ limits: { callsWaitingPerAccount: limits.callsWaitingPerAccount } });
  [alice, bob] = [await signIn(gateway), await signIn(gateway)];
  chat = await chatOf(alice, bob);
});
afterAll(() => gateway.close());

/** The share of a core used by this process, which runs the gateway. */
async function shareDuring(work: () => Promise<void>): Promise<number> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / (performance.now() - began);
}

test(
  'R226 R227 T10 while one network does its worst within its limits, honest people go on and memory stays bounded',
  { timeout: scaledTimeout(attackFor + 600 * second) },
  async () => {
    const sent: string[] = [];
    const fromAlice = () => sent.filter((_, at) => at % 2 === 1);
    /** Ten messages a second for this long, by turns. */
    const talk = async (within: number): Promise<void> => {
      const until = performance.now() + within;
      while (performance.now() < until) {
        const [next] = await Promise.all([sendText(sent.length % 2 ? alice : bob, chat, `${sent.length}`), sleep(100)]);
        sent.push(next.id);
      }
    };
    const socket = await connectAs(bob);
    // The gateway closes what is silent for long.
    const beat = setInterval(() => void socket.ask('heartbeat', {}).catch(() => {}), limits.heartbeatEvery);
    await talk(second);
    const quiet = await shareDuring(() => talk(quietFor));

    const attackers = spawn(
      process.execPath,
      [join(import.meta.dirname, '../testing/hostile.ts'), gateway.url, alice.tokens.token],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const gone = new Promise<void>((resolve) => {
      attackers.once('close', () => resolve());
    });
    const lines: string[] = [];
    attackers.stdout.on('data', (chunk: Buffer) => {
      lines.push(chunk.toString());
    });
    // One of each kind before measuring.
    await expect.poll(() => lines.length, { timeout: scaledTimeout(150 * second) }).toBeGreaterThan(0);
    await talk(second);
    const memory = process.memoryUsage().rss;
    const attacked = await shareDuring(() => talk(attackFor));
    const grown = process.memoryUsage().rss - memory;
    attackers.kill();
    await gone;

    console.info({ quiet, attacked, grown: Math.round(grown / megabyte), lines });
    expect(grown).toBeLessThan(150 * megabyte);
    await socket.until(() => fromAlice().every((id) => socket.rows.some((row) => row.id === id)));
    expect((await historyOf(bob, chat)).map(({ id }) => id)).toEqual(sent);
    clearInterval(beat);
    socket.close();
  },
);
