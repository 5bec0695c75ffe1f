// Runs the browser tests, and reads their results.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from '../chromium.ts';
import type { TestResult } from '../features.ts';
import { bin, run } from '../run.ts';

/** The suffix in the title of a test that `npm test` runs. */
const journeyTag = ' @journey';

/** Playwright's options for these tests, and for the rest. */
const selections = { journeys: ['--grep', '@journey'], others: ['--grep-invert', '@journey'] } as const;

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
  const env = { CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const { status } = await run(
    bin('playwright'),
    ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', ...selections[selection]],
    { env },
  );
  const results = (JSON.parse(readFileSync(file, 'utf8')) as { suites: PlaywrightSuite[] }).suites.flatMap(resultsOf);
  rmSync(folder, { recursive: true });
  if (results.length === 0 || (status !== 0 && results.every(({ passed }) => passed)))
    throw new Error('playwright failed outside a test');
  return results;
}
