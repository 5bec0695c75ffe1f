// Every suite that runs in Node: one project per part of the house.
import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** A machine that is busy with something else may miss a time once; what fails twice is wrong. */
const retry = process.env['CI'] ? 1 : 0;

const project = (name: string, folder: string, timeout = 10_000) => ({
  test: { name, root: folder, include: ['**/*.test.{ts,tsx}'], exclude: ['**/node_modules/**', '**/dist/**'], testTimeout: timeout, retry },
});

export default defineConfig({
  test: {
    projects: [
      project('proto', 'proto'),
      project('client', 'shared/client'),
      project('ui', 'shared/ui'),
      project('conversation', 'shared/conversation'),
      project('shell', 'shell', 30_000),
      ...readdirSync(new URL('remotes', import.meta.url)).map((name) => project(name, `remotes/${name}`)),
      project('tools', 'tools', 30_000),
      project('pair', 'e2e', 30_000),
      './gateway/vitest.config.ts',
    ],
  },
});
