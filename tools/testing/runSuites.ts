// Runs the suites of a test command one after the other, and prints the duration of each.
import type { TestResult } from '../features.ts';
import { printStatus, elapsedSince } from '../run.ts';
import { cpuSecondsOfChildren } from './cpuSeconds.ts';

export interface Suite {
  name: string;
  /** Resolves to the results of its tests. An exception counts as a failure of the suite. */
  run(): Promise<TestResult[]>;
}

export interface Outcome {
  results: TestResult[];
  /** Failures outside of tests, a sentence each. */
  failures: string[];
}

/** Runs all suites, even after one has failed. */
export async function runSuites(suites: readonly Suite[]): Promise<Outcome> {
  const outcome: Outcome = { results: [], failures: [] };
  const rows: string[] = [];
  const startedAt = Date.now();
  const cpuAtBegin = cpuSecondsOfChildren();

  const row = (name: string, start: number, cpuAtStart: number | undefined): string => {
    const cpu = cpuSecondsOfChildren();
    const used = cpu === undefined || cpuAtStart === undefined ? '' : `${(cpu - cpuAtStart).toFixed(1)} s of CPU`;
    return `  ${name.padEnd(24)} ${elapsedSince(start).padStart(9)} ${used.padStart(17)}`;
  };

  for (const [index, { name, run }] of suites.entries()) {
    const start = Date.now();
    const cpuAtStart = cpuSecondsOfChildren();
    printStatus(`suite ${index + 1} of ${suites.length}, ${name}: started after ${elapsedSince(startedAt)}`);
    try {
      outcome.results.push(...(await run()));
    } catch (error) {
      outcome.failures.push(`${name}: ${(error as Error).message}`);
    }
    rows.push(row(name, start, cpuAtStart));
  }
  printStatus('time of each suite:');
  rows.push(row('all', startedAt, cpuAtBegin));
  rows.forEach((line) => console.log(line));
  return outcome;
}

/** Prints the failures and the closing line, and sets the exit code. */
export function reportOutcome({ results, failures }: Outcome): void {
  const failed = results.filter(({ passed }) => !passed);
  failures.forEach((failure) => console.error(failure));
  failed.forEach(({ file, title }) => console.error(`failed: ${file}: ${title}`));
  const failedCount = failed.length + failures.length;
  console.log(`${results.length - failed.length} passed, ${failedCount} failed`);
  process.exitCode = failedCount > 0 ? 1 : 0;
}
