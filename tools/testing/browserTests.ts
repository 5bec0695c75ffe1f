// Runs the browser tests, and reads their results.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../chromium.ts';
import type { TestResult } from '../features.ts';
import { bin, run } from '../run.ts';
import { lengthVariable } from './nodeTests.ts';

/** The suffix in the title of a test that `npm test` runs. */
const journeyTag = ' @journey';

/** Playwright's options and environment for these tests, for the rest, and for those of several gateways. */
const selections = {
  journeys: { options: ['--grep', '@journey'], env: {} },
  // Those tagged `@soak` are run by `npm run soak` alone.
  others: { options: ['--grep-invert', '@journey|@soak'], env: {} },
  distributed: { options: [], env: { [lengthVariable]: 'distributed' } },
} as const;

interface PlaywrightSuite {
  file: string;
  specs: { title: string; ok: boolean }[];
  suites?: PlaywrightSuite[];
}

const resultsOf = (part: PlaywrightSuite): TestResult[] => [
  ...part.specs.map(({ title, ok }) => ({
    file: `e2e/browser/${part.file}`,
    title: title.replace(journeyTag, ''),
    passed: ok,
  })),
  ...(part.suites ?? []).flatMap(resultsOf),
];

/** @throws Error when something other than a test failed. */
export async function browserTests(selection: keyof typeof selections): Promise<TestResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-test-'));
  const file = join(folder, 'playwright.json');
  const { options, env: more } = selections[selection];
  const env = { CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...more };
  const { status } = await run(
    bin('playwright'),
    ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', ...options],
    { env },
  );
  const results = (JSON.parse(readFileSync(file, 'utf8')) as { suites: PlaywrightSuite[] }).suites.flatMap(resultsOf);
  rmSync(folder, { recursive: true });
  if (results.length === 0 || (status !== 0 && results.every(({ passed }) => passed)))
    throw new Error('playwright failed outside a test');
  return results;
}
