// Workers with the Signal library: ours as the engine is built, and the bare one; and a page that runs their tasks.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { rspack } from '@rspack/core';
import { engine } from '../../tools/rspack/host.ts';
import { root } from '../../tools/run.ts';
import type { Task } from '../signal/timed.ts';

export type Library = 'bare' | 'ours';

const folder = join(import.meta.dirname, '../signal');

/** Builds a worker for each library: ours as the engine is built, and the bare one without our replacements. */
export async function buildWorkers(): Promise<string> {
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
export async function serveWorkers(path: string) {
  const server = createServer(({ url }, response) => {
    const name = /^\/(bare|ours)\.js$/.exec(url ?? '')?.[1];
    response.setHeader('content-type', name ? 'text/javascript' : 'text/html');
    response.end(name ? readFileSync(join(path, `${name}.js`)) : '<!doctype html><title>keys</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** Milliseconds of a task in the worker of this library; later tasks reuse the worker. */
export const runTask = (page: Page, library: Library, task: Task): Promise<number> =>
  page.evaluate(
    async ({ library, task }) => {
      const workers = globalThis as unknown as Partial<Record<string, Worker>>;
      const worker = (workers[library] ??= new Worker(`/${library}.js`));
      return new Promise<number>((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<{ ms?: number; error?: string }>) =>
          data.ms === undefined ? reject(new Error(data.error)) : resolve(data.ms);
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage(task);
      });
    },
    { library, task },
  );
