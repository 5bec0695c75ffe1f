// The tests that run in Node: one project per package.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { scaledTimeout } from './gateway/src/testing/machine.ts';
import { LongestFirst } from './tools/longestFirst.ts';
import { lengthVariable, type TestLength } from './tools/testing/nodeTests.ts';

/** One for each core. All projects must have the same number: vitest runs those with another one by themselves. */
const maxWorkers = availableParallelism();

/** Undefined for `npm run unit` and `npm run soak`, which run the short and the long ones. */
const length = process.env[lengthVariable] as TestLength | undefined;
/** Files that take many rounds, start whole processes or need several seconds; `npm run test:all` runs them. */
const longFiles = '**/*.long.test.ts';
/** Files that need a NATS server; `npm run test:distributed` runs them. */
const distributedFiles = '**/*.distributed.test.ts';
const allFiles = '**/*.test.{ts,tsx}';

const filesOfLength: Record<TestLength | 'all', { include: string[]; exclude: string[] }> = {
  short: { include: [allFiles], exclude: [longFiles, distributedFiles] },
  long: { include: [longFiles], exclude: [] },
  distributed: { include: [distributedFiles], exclude: [] },
  all: { include: [allFiles], exclude: [distributedFiles] },
};
const files = filesOfLength[length ?? 'all'];

const project = (name: string, folder: string, more: object = {}) => ({
  test: {
    name,
    root: folder,
    include: files.include,
    exclude: ['**/node_modules/**', '**/dist/**', ...files.exclude],
    maxWorkers,
    testTimeout: scaledTimeout(300_000),
    hookTimeout: scaledTimeout(300_000),
    expect: { poll: { timeout: scaledTimeout(75_000) } },
    ...more,
  },
});

/** Threads begin sooner than processes: for what needs none of its own. */
const threads = { pool: 'threads' };
/** Files that mock no module and leave nothing behind share their worker: loading modules is much of what they take. */
const shared = { isolate: false, unstubGlobals: true };
const plain = { ...threads, ...shared };
/** Their files share one PostgreSQL. */
const onPostgres = { globalSetup: [new URL('gateway/src/testing/globalSetup.ts', import.meta.url).pathname] };

export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('proto', 'proto', plain),
      project('words', 'shared/words', threads),
      project('client', 'shared/client', threads),
      project('ui', 'shared/ui', plain),
      project('conversation', 'shared/conversation', plain),
      project('conversation-screen', 'shared/conversationScreen', threads),
      { ...project('engine', 'shell/engine', plain), define: { __DEV__: 'false' } },
      { ...project('shell', 'shell/src', threads), define: { __DEV__: 'false' } },
      project('serviceWorker', 'shell/sw', plain),
      ...readdirSync(new URL('remotes', import.meta.url)).map((name) => project(name, `remotes/${name}`, threads)),
      project('tools', 'tools'),
      project('pair', 'e2e', { ...onPostgres, ...shared }),
      project('gateway', 'gateway', { ...onPostgres, ...shared }),
    ],
  },
});
