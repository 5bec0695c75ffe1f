// Saves the results of `npm test` for `npm run test:all`, which checks the checklist against both.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { TestResult } from '../features.ts';
import { root } from '../run.ts';

const file = join(root, 'node_modules', '.cache', 'amber', 'testResults.json');

/** Folders that builds, tests and running gateways write, and that are not tested. */
const generated: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  'dist',
  'gen',
  '.amber',
  'test-results',
  'playwright-report',
  'features.md',
]);

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !generated.has(name) && !name.endsWith('.tsbuildinfo'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sourceFiles(path) : entry.isFile() ? [path] : [];
    });
}

/** Results belong to one source: a changed file invalidates them. */
function sourceDigest(): string {
  const digest = createHash('sha256');
  for (const path of sourceFiles(root)) digest.update(`${relative(root, path)}\0`).update(readFileSync(path));
  return digest.digest('hex');
}

export function saveResults(results: readonly TestResult[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ source: sourceDigest(), results }));
}

/** The results of the last `npm test` that passed on exactly this source; undefined when there was none. */
export function savedResults(): TestResult[] | undefined {
  try {
    const { source, results } = JSON.parse(readFileSync(file, 'utf8')) as { source: string; results: TestResult[] };
    return source === sourceDigest() ? results : undefined;
  } catch {
    return undefined;
  }
}
