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
  // Tests wait for conditions. The limits only end a test that will never pass; world.ts extends them on a slow machine.
  timeout: atMost(300_000),
  expect: { timeout: atMost(100_000) },
  workers: availableParallelism(),
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
