import { defineConfig } from 'vitest/config';
import { atMost } from './src/testMachine.ts';

export default defineConfig({
  test: {
    name: 'gateway',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing.globalSetup.ts'],
    // A file has a database and a gateway of its own: two at a time is what two cores carry.
    maxWorkers: 2,
    retry: process.env['CI'] ? 1 : 0, // as in the suites beside it
    testTimeout: atMost(60_000),
    hookTimeout: atMost(60_000),
    expect: { poll: { timeout: atMost(15_000) } },
  },
});
