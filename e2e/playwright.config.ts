// The browser tests: Chromium against the real gateway.
import { defineConfig } from '@playwright/test';
import { atMost } from '../gateway/src/testMachine.ts';
import { findChromium } from '../tools/chromium.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  timeout: atMost(60_000),
  expect: { timeout: atMost(20_000) },
  // A machine that is busy with something else may miss a time once; what fails twice is wrong.
  retries: process.env['CI'] ? 1 : 0,
  workers: 2,
  fullyParallel: false,
  outputDir: '../test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync',
      ],
    },
  },
});
