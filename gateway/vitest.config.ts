import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'gateway',
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing.globalSetup.ts'],
    // A file has a database and a gateway of its own: two at a time is what two cores carry.
    maxWorkers: 2,
    testTimeout: 20_000,
    retry: process.env['CI'] ? 1 : 0, // as in the suites beside it
    hookTimeout: 60_000,
  },
});
