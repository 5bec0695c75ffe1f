// Every suite that runs in Node: one project per part of the house.
import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { atMost } from './gateway/src/testMachine.ts';

/** A machine that is busy with something else may miss a time once; what fails twice is wrong. */
const retry = process.env['CI'] ? 1 : 0;

const project = (name: string, folder: string) => ({
  test: {
    name, root: folder, include: ['**/*.test.{ts,tsx}'], exclude: ['**/node_modules/**', '**/dist/**'], retry,
    testTimeout: atMost(60_000), hookTimeout: atMost(60_000), expect: { poll: { timeout: atMost(15_000) } },
  },
});

export default defineConfig({
  test: {
    projects: [
      project('proto', 'proto'),
      project('client', 'shared/client'),
      project('ui', 'shared/ui'),
      project('conversation', 'shared/conversation'),
      project('shell', 'shell'),
      ...readdirSync(new URL('remotes', import.meta.url)).map((name) => project(name, `remotes/${name}`)),
      project('tools', 'tools'),
      project('pair', 'e2e'),
      './gateway/vitest.config.ts',
    ],
  },
});
