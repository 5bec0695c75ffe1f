// B19: a device's key generation and a session's first message, against the bare Signal library; the longest task.
import { chromium } from '@playwright/test';
import { launchOptions } from './kit/browser.ts';
import { longestTasks } from './kit/keysTask.ts';
import { median, type Row } from './kit/row.ts';
import { buildWorkers, runTask, serveWorkers } from './kit/signalWorkers.ts';
import { messagesStored } from './signal/timed.ts';

const rounds = 7;
const keysGoal = 30;
const messageGoal = 20;
const taskGoal = 50;
const people = 5;

export const row: Row = {
  id: 'B19',
  description:
    '500 prekeys; first message of a session, begun, sealed and opened; the longest task on the page meanwhile; (no goal) a message sealed, opened and stored at both ends',
  goal: `≥ ${keysGoal} ×; ≥ ${messageGoal} × faster than the bare Signal library; ≤ ${taskGoal} ms`,
  async measure() {
    const server = await serveWorkers(await buildWorkers());
    const browser = await chromium.launch(launchOptions);
    try {
      const page = await browser.newPage();
      await page.goto(server.url);
      const times = {
        keys: { bare: [] as number[], ours: [] as number[] },
        firstMessage: { bare: [] as number[], ours: [] as number[] },
      };
      for (const library of ['bare', 'ours'] as const) await runTask(page, library, 'firstMessage'); // the first one starts the worker
      for (let round = 0; round < rounds; round += 1) {
        for (const task of ['keys', 'firstMessage'] as const) {
          for (const library of ['bare', 'ours'] as const)
            times[task][library].push(await runTask(page, library, task));
        }
      }
      const [keysBare, keysOurs] = [median(times.keys.bare), median(times.keys.ours)];
      const [messageBare, messageOurs] = [median(times.firstMessage.bare), median(times.firstMessage.ours)];
      const ours: number[] = [];
      for (let round = 0; round < 3; round += 1) ours.push((await runTask(page, 'ours', 'stored')) / messagesStored);
      const each = median(ours);
      const task = median(await longestTasks(people));
      const [keys, message] = [keysBare / keysOurs, messageBare / messageOurs];
      return {
        value: `${keys.toFixed(1)} × (${keysOurs.toFixed(0)} against ${keysBare.toFixed(0)} ms); ${message.toFixed(1)} × (${messageOurs.toFixed(1)} against ${messageBare.toFixed(0)} ms); longest task ${task === 0 ? 'under 50' : task.toFixed(0)} ms; ${each.toFixed(1)} ms each`,
        met: keys >= keysGoal && message >= messageGoal && task <= taskGoal,
        figures: { keys, keysOurs, keysBare, message, messageOurs, messageBare, task, stored: each },
      };
    } finally {
      await browser.close();
      server.close();
    }
  },
};
