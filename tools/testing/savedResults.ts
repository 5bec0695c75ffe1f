// Saves the results of `npm test` for `npm run test:all`, which checks the checklist against both.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildFolders } from '../build.ts';
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

const isSource = (name: string) => !generated.has(name) && !name.endsWith('.tsbuildinfo');

function filesIn(folder: string, isIncluded = (_name: string) => true): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => isIncluded(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path, isIncluded) : entry.isFile() ? [path] : [];
    });
}

function digestOf(paths: readonly string[]): string {
  const digest = createHash('sha256');
  for (const path of paths) digest.update(`${relative(root, path)}\0`).update(readFileSync(path));
  return digest.digest('hex');
}

/** Results belong to one source: a changed file invalidates them. */
const sourceDigest = () => digestOf(filesIn(root, isSource));
const buildDigest = () => digestOf(buildFolders().flatMap((folder) => filesIn(join(root, folder, 'dist'))));

export function saveResults(results: readonly TestResult[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ source: sourceDigest(), build: buildDigest(), results }));
}

interface SavedResults {
  results: TestResult[];
  /** Whether what `npm test` has built is still there. */
  isBuilt: boolean;
}

/** The results of the last `npm test` that passed on exactly this source; undefined when there was none. */
export function savedResults(): SavedResults | undefined {
  try {
    const { source, build, results } = JSON.parse(readFileSync(file, 'utf8')) as {
      source: string;
      build: string;
      results: TestResult[];
    };
    return source === sourceDigest() ? { results, isBuilt: build === buildDigest() } : undefined;
  } catch {
    return undefined;
  }
}
