// The browser tests: Chromium against the real gateway.
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { scaledTimeout } from '../gateway/src/testing/machine.ts';
import { lengthVariable } from '../tools/testing/nodeTests.ts';
import { chromiumOptions } from './kit/chromiumOptions.ts';

/** These take a minute or more, and start first, so that no worker is idle at the end. */
const longSpecs = [
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
  'voice',
].map((name) => `${name}.spec.ts`);

/** These need a NATS server; `npm run test:distributed` runs them, and nothing else. */
const distributedSpecs = '*.distributed.spec.ts';

export default defineConfig({
  testDir: 'browser',
  projects:
    process.env[lengthVariable] === 'distributed'
      ? [{ name: 'distributed', testMatch: distributedSpecs }]
      : [
          { name: 'long', testMatch: longSpecs },
          { name: 'others', testMatch: '*.spec.ts', testIgnore: [...longSpecs, distributedSpecs] },
        ],
  // Tests wait for conditions, so the limits only end a test that will never pass; world.ts extends them on a slow
  // machine.
  timeout: scaledTimeout(300_000),
  expect: { timeout: scaledTimeout(100_000) },
  workers: availableParallelism(),
  fullyParallel: false,
  outputDir: '../test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: chromiumOptions(),
  },
});
