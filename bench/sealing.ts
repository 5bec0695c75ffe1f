// B23: encrypting a message, and decrypting and storing one, as the engine does it, against the bare Signal library.
// The floor is the library with a store: it writes its sessions and the decrypted texts to IndexedDB, with the engine's
// durability. Against sessions in memory the ratio would mostly be the price of a database transaction, which everybody
// who must not lose a message pays.
import { chromium } from '@playwright/test';
import { launchOptions } from './kit/browser.ts';
import { median, type Row } from './kit/row.ts';
import { buildWorkers, runTask, serveWorkers } from './kit/signalWorkers.ts';
import { messagesStored } from './signal/timed.ts';

const rounds = 9;
const sealGoal = 2.5;
const openGoal = 3.7;

export const row: Row = {
  id: 'B23',
  description: 'a message of an established session sealed; opened and stored',
  goal: `≤ ${sealGoal} ×; ≤ ${openGoal} × the bare Signal library with its sessions in a database`,
  async measure() {
    const server = await serveWorkers(await buildWorkers());
    const browser = await chromium.launch(launchOptions);
    try {
      const page = await browser.newPage();
      await page.goto(server.url);
      const tasks = [
        ['bare', 'seal'],
        ['ours', 'seal'],
        ['bare', 'open'],
        ['ours', 'open'],
      ] as const;
      const times = tasks.map((): number[] => []);
      for (let round = -1; round < rounds; round += 1) {
        for (const [index, [library, task]] of tasks.entries()) {
          const each = (await runTask(page, library, task)) / messagesStored;
          // The first round starts the workers and their sessions.
          if (round >= 0) times[index]!.push(each);
        }
      }
      const [sealBare, sealOurs, openBare, openOurs] = times.map(median) as [number, number, number, number];
      const [seal, open] = [sealOurs / sealBare, openOurs / openBare];
      const ms = (ours: number, bare: number) => `${ours.toFixed(2)} against ${bare.toFixed(2)} ms`;
      return {
        value: `${seal.toFixed(2)} × (${ms(sealOurs, sealBare)}); ${open.toFixed(2)} × (${ms(openOurs, openBare)})`,
        met: seal <= sealGoal && open <= openGoal,
        figures: { seal, sealOurs, sealBare, open, openOurs, openBare },
      };
    } finally {
      await browser.close();
      server.close();
    }
  },
};
