// The browser tests: Chromium against the real gateway.
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { atMost } from '../gateway/src/testing/machine.ts';
import { findChromium } from '../tools/chromium.ts';

const executablePath = findChromium();

/** They take a minute or more, and start first, so that no worker is idle at the end. */
const long = [
  'conversation',
  'federation',
  'settings',
  'routes',
  'encryption',
  'screens',
  'profile',
  'contacts',
  'spaces',
  'wallet',
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: 'browser',
  projects: [
    { name: 'long', testMatch: long },
    { name: 'others', testMatch: '*.spec.ts', testIgnore: long },
  ],
  timeout: atMost(60_000),
  expect: { timeout: atMost(20_000) },
  // A busy machine may exceed a time limit once; a test that fails twice is a failure.
  retries: process.env['CI'] ? 1 : 0,
  workers: Math.max(2, availableParallelism()),
  fullyParallel: false,
  outputDir: '../test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
