// Runs the tests that need no browser, and reads their results.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../chromium.ts';
import type { TestResult } from '../features.ts';
import { bin, run } from '../run.ts';

/**
 * `npm test` leaves out the files named `*.long.test.ts`; `npm run test:all` runs only them. `npm run test:distributed`
 * runs only those named `*.distributed.test.ts`. vitest.config.ts reads the variable.
 */
export const lengthVariable = 'AMBER_TEST_LENGTH';
export type TestLength = 'short' | 'long' | 'distributed';

/** These states are neither passed nor failed; a todo names something that is not built yet. */
const notRun: ReadonlySet<string> = new Set(['pending', 'skipped', 'todo']);

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** @throws Error when something other than a test failed. */
export async function nodeTests(length: TestLength): Promise<TestResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-test-'));
  const file = join(folder, 'vitest.json');
  // One of the tests counts in a browser what a page fetches.
  const browser = length === 'distributed' ? {} : { CHROMIUM: await ensureChromium() };
  const env = { ...browser, [lengthVariable]: length };
  const { status } = await run(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { env },
  );
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  rmSync(folder, { recursive: true });
  const results = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status: outcome }) => !notRun.has(outcome))
      .map(({ fullName, status: outcome }) => ({ file: name, title: fullName, passed: outcome === 'passed' })),
  );
  if (results.length === 0 || (status !== 0 && results.every(({ passed }) => passed)))
    throw new Error('vitest failed outside a test');
  return results;
}
