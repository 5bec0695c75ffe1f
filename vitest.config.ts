// Every suite that runs in Node: one project per part of the house.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { atMost } from './gateway/src/testing/machine.ts';
import { LongestFirst } from './tools/longestFirst.ts';

/** A machine that is busy with something else may miss a time once; what fails twice is wrong. */
const retry = process.env['CI'] ? 1 : 0;
/** One for each core. All projects must say the same: those that say another number, or one, run by themselves. */
const maxWorkers = Math.max(2, availableParallelism());

const project = (name: string, folder: string, more: object = {}) => ({
  test: {
    name,
    root: folder,
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    retry,
    maxWorkers,
    testTimeout: atMost(60_000),
    hookTimeout: atMost(60_000),
    expect: { poll: { timeout: atMost(15_000) } },
    ...more,
  },
});

/** Threads begin sooner than processes: for what needs none of its own. */
const threads = { pool: 'threads' };
/** Files of plain functions leave nothing behind: they share their thread, which is most of what they take. */
const plain = { ...threads, isolate: false, unstubGlobals: true };
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
      project('shell', 'shell', threads),
      ...readdirSync(new URL('remotes', import.meta.url)).map((name) => project(name, `remotes/${name}`, threads)),
      project('tools', 'tools'),
      project('pair', 'e2e', onPostgres),
      project('gateway', 'gateway', { include: ['src/**/*.test.ts'], ...onPostgres }),
    ],
  },
});
