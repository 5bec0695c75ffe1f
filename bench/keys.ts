// B19: a device's key generation and a session's first message, against the bare Signal library; the longest task.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { rspack } from '@rspack/core';
import { engine } from '../tools/rspack/host.ts';
import { root } from '../tools/run.ts';
import { launchOptions } from './kit/browser.ts';
import { longestTasks } from './kit/keysTask.ts';
import { median, type Row } from './kit/row.ts';
import { messagesStored, type Task } from './signal/timed.ts';

type Library = 'bare' | 'ours';

const rounds = 7;
const keysGoal = 30;
const messageGoal = 20;
const taskGoal = 50;
const people = 5;
const folder = join(import.meta.dirname, 'signal');

/** Each library in its own worker. Ours is built as the engine is; the bare one without our replacements. */
async function buildWorkers(): Promise<string> {
  const base = engine(join(root, 'shell'));
  const path = join(folder, 'dist');
  const build = (name: Library) => ({
    ...base,
    name,
    dependencies: [],
    entry: { [name]: join(folder, `${name}.ts`) },
    output: { ...base.output, path },
    optimization: {},
    stats: 'errors-only' as const,
  });
  const bare = build('bare');
  const compiler = rspack([
    build('ours'),
    {
      ...bare,
      resolve: { ...base.resolve, alias: { long: false }, fallback: { fs: false, path: false } },
      ignoreWarnings: [/./],
    },
  ]);
  await new Promise<void>((resolve, reject) =>
    compiler.run((error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats!.toString('errors-only')));
      else compiler.close(() => resolve());
    }),
  );
  return path;
}

/** Serves the workers and an empty page: keys can only be generated in a secure context. */
async function serve(path: string) {
  const server = createServer(({ url }, response) => {
    const name = /^\/(bare|ours)\.js$/.exec(url ?? '')?.[1];
    response.setHeader('content-type', name ? 'text/javascript' : 'text/html');
    response.end(name ? readFileSync(join(path, `${name}.js`)) : '<!doctype html><title>keys</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** Milliseconds of a task in the worker of this library; the worker is kept from one task to the next. */
const run = (page: Page, library: Library, task: Task): Promise<number> =>
  page.evaluate(
    async ({ library, task }) => {
      const kept = globalThis as unknown as Partial<Record<string, Worker>>;
      const worker = (kept[library] ??= new Worker(`/${library}.js`));
      return new Promise<number>((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<{ ms?: number; error?: string }>) =>
          data.ms === undefined ? reject(new Error(data.error)) : resolve(data.ms);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(task);
      });
    },
    { library, task },
  );

export const row: Row = {
  id: 'B19',
  what: '500 prekeys; first message of a session, begun, sealed and opened; the longest task on the page meanwhile; (no goal) a message sealed, opened and stored at both ends',
  goal: `≥ ${keysGoal} ×; ≥ ${messageGoal} × faster than the bare Signal library; ≤ ${taskGoal} ms`,
  async measure() {
    const server = await serve(await buildWorkers());
    const browser = await chromium.launch(launchOptions);
    try {
      const page = await browser.newPage();
      await page.goto(server.url);
      const times = {
        keys: { bare: [] as number[], ours: [] as number[] },
        firstMessage: { bare: [] as number[], ours: [] as number[] },
      };
      for (const library of ['bare', 'ours'] as const) await run(page, library, 'firstMessage'); // the first one starts the worker
      for (let round = 0; round < rounds; round += 1) {
        for (const task of ['keys', 'firstMessage'] as const) {
          for (const library of ['bare', 'ours'] as const) times[task][library].push(await run(page, library, task));
        }
      }
      const [keysBare, keysOurs] = [median(times.keys.bare), median(times.keys.ours)];
      const [messageBare, messageOurs] = [median(times.firstMessage.bare), median(times.firstMessage.ours)];
      const ours: number[] = [];
      for (let round = 0; round < 3; round += 1) ours.push((await run(page, 'ours', 'stored')) / messagesStored);
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
