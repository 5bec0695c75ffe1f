// `npm test`: every test of the product, on a machine with nothing installed, and how long each suite took.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';
import { check } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { checklist, wrongStates, wrongTitles } from './checklist.ts';
import { type TestResult, writeFeatures } from './features.ts';
import { bin, run, say, seconds } from './run.ts';
import { useScratch } from './scratch.ts';
import { machine } from '../gateway/src/testing/machine.ts';

useScratch();
const begun = Date.now();
const reports = mkdtempSync(join(tmpdir(), 'amber-test-'));
const results: TestResult[] = [];
const times: string[] = [];
const failures: string[] = [];

/** Each suite measures the machine itself: its load may change within half an hour. */
const measuredAnew = { AMBER_MACHINE: '' };

const suites = ['build', 'types and lint', 'unit and gateway', 'browser'] as const;

/** One suite: its time is printed and kept; an exception counts as a failure and does not stop the others. */
async function suite(name: (typeof suites)[number], work: () => Promise<void>): Promise<void> {
  const start = Date.now();
  const place = `suite ${suites.indexOf(name) + 1} of ${suites.length}, ${name}`;
  say(`${place}: begins after ${seconds(begun)}`);
  try {
    await work();
  } catch (error) {
    failures.push(`${name}: ${(error as Error).message}`);
  }
  say(`${place}: ended after ${seconds(start)}`);
  times.push(`${name.padEnd(24)} ${seconds(start)}`);
}

/** Neither passed nor failed; a todo says what is not built yet. */
const notRun: ReadonlySet<string> = new Set(['pending', 'skipped', 'todo']);

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
}
interface PlaywrightSuite {
  file: string;
  specs: { title: string; ok: boolean; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

const specsOf = (part: PlaywrightSuite): TestResult[] => [
  ...part.specs.map(({ title, ok, tests }) => ({
    file: `e2e/browser/${part.file}`,
    title,
    passed: ok,
    flaky: tests.some(({ status }) => status === 'flaky'),
  })),
  ...(part.suites ?? []).flatMap(specsOf),
];

if (machine > 1.2)
  say(`this machine is ${machine.toFixed(1)} times slower than the tests expect: they wait that much longer`);
await suite('build', build);
// Runs at low priority next to the tests, which wait for databases and clocks.
const checked = suite('types and lint', async () => {
  const wrong = await check({ yielding: true });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
});
await suite('unit and gateway', async () => {
  const file = join(reports, 'vitest.json');
  // What a page fetches is counted in a browser.
  const env = { CHROMIUM: await ensureChromium(), ...measuredAnew };
  const { status } = await run(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { env },
  );
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  for (const { name, assertionResults } of report.testResults) {
    results.push(
      ...assertionResults
        .filter(({ status: outcome }) => !notRun.has(outcome))
        .map(({ fullName, status, failureMessages }) => {
          const passed = status === 'passed';
          return { file: name, title: fullName, passed, flaky: passed && failureMessages.length > 0 };
        }),
    );
  }
  if (status !== 0 && results.every((result) => result.passed)) throw new Error('vitest failed outside a test');
});
await suite('browser', async () => {
  const file = join(reports, 'playwright.json');
  const env = { CHROMIUM: await ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...measuredAnew };
  const { status } = await run(
    bin('playwright'),
    ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    { env },
  );
  const found = (JSON.parse(readFileSync(file, 'utf8')) as { suites: PlaywrightSuite[] }).suites.flatMap(specsOf);
  results.push(...found);
  if (found.length === 0 || (status !== 0 && found.every((result) => result.passed)))
    throw new Error('playwright failed outside a test');
});
await checked;
rmSync(reports, { recursive: true });

const failed = results.filter((result) => !result.passed);
const flaky = results.filter((result) => result.flaky);
const claims = wrongTitles(checklist(), results);
// Nothing can be said about tests that failed or did not run.
if (failed.length + failures.length === 0) claims.push(...wrongStates(checklist(), results));
failures.push(...claims);
if (failed.length + failures.length === 0) writeFeatures(results);

say('time of each suite:');
times.forEach((line) => console.log(`  ${line}`));
console.log(`  ${'all'.padEnd(24)} ${seconds(begun)}`);
// They count as passed, but should be fixed.
flaky.forEach(({ file, title }) => console.log(`flaky: ${file}: ${title}`));
failures.forEach((failure) => console.error(failure));
failed.forEach(({ file, title }) => console.error(`failed: ${file}: ${title}`));
console.log(`${results.length - failed.length} passed, ${failed.length + failures.length} failed`);
process.exitCode = failed.length + failures.length > 0 ? 1 : 0;
