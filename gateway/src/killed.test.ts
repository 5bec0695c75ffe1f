import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@amber/proto/faults';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf, chatOf, historyOf, newMessageId, sendText, signIn, type Person } from './testClient.ts';
import { temporaryFolder } from './testing.ts';
import { startProcess, type GatewayProcess } from './testProcess.ts';

const kills = Number(process.env.AMBER_KILLS ?? 10);
const writers = 8;

let folder: string;
let gateway: GatewayProcess;
let stopped = false;
beforeAll(async () => {
  folder = await temporaryFolder();
  gateway = await startProcess({ AMBER_DATA: folder });
});
afterAll(async () => {
  stopped = true;
  await gateway.end();
  await rm(folder, { recursive: true, force: true });
});

const current = (person: Person): Person => ({ ...person, url: gateway.url, api: apiOf(gateway.url, person.tokens.token) });

/** Kills the gateway, and every third time the database too. */
async function kill(round: number): Promise<void> {
  await gateway.end('SIGKILL');
  if (round % 3 !== 2) return;
  const [pid] = (await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

describe('a gateway that is killed at any moment', () => {
  test(`P1 P2 P3 G1 loses no confirmed message, doubles none and leaves no hole (${kills} kills)`, { timeout: 30_000 + kills * 10_000 }, async () => {
    const [alice, bob] = [await signIn(gateway), await signIn(gateway)];
    const chat = await chatOf(alice, bob);
    const confirmed = new Map<string, { seq: number; timestamp: number }>();
    const moved: string[] = [];

    /** Sends one message after the other; what is not confirmed is sent again, and now and then what is. */
    async function write(person: Person): Promise<void> {
      while (!stopped) {
        const id = newMessageId();
        while (!stopped) {
          try {
            const { seq, timestamp } = await sendText(current(person), chat, id, { id });
            const before = confirmed.get(id);
            if (before && (before.seq !== seq || before.timestamp !== timestamp)) moved.push(id);
            confirmed.set(id, { seq, timestamp });
            if (before || Math.random() < 0.7) break;
          } catch (error) {
            if (error instanceof Fault && error.code !== 'UNAVAILABLE') throw error;
            await sleep(20);
          }
        }
      }
    }
    const writing = Promise.all(Array.from({ length: writers }, (_, n) => write(n % 2 ? alice : bob)));
    for (let round = 0; round < kills; round += 1) {
      const before = confirmed.size;
      await expect.poll(() => confirmed.size, { timeout: 15_000, interval: 5 }).toBeGreaterThan(before + 10);
      await sleep(Math.random() * 150);
      await kill(round);
      gateway = await startProcess({ AMBER_DATA: folder });
    }
    stopped = true;
    await writing;

    const rows = new Map<string, { seq: number; timestamp: number }>();
    const seqs: number[] = [];
    for (const { id, seq, timestamp } of await historyOf(current(bob), chat)) {
      expect(rows.has(id)).toBe(false);
      rows.set(id, { seq, timestamp });
      seqs.push(seq);
    }
    expect(moved).toEqual([]);
    expect(seqs).toEqual(seqs.map((_, n) => n + 1));
    for (const [id, place] of confirmed) expect(rows.get(id)).toEqual(place);
    expect(confirmed.size).toBeGreaterThan(kills * 10);
    console.info(`${kills} kills, ${confirmed.size} confirmed, ${rows.size} stored`);
  });
});
