// Writes docs/features.md: each line of the product's checklist with the passed tests for it.
import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './run.ts';

export interface TestResult {
  file: string;
  title: string;
  passed: boolean;
}

/** The checklist lines that a title names: `R38 heartbeat` names one, `R9 R10 matrix` two. */
export const checklistNumbersIn = (title: string): string[] => title.match(/\bR\d+\b/g) ?? [];

/** Renders the page from results that have all passed. */
export function featuresPage(results: readonly TestResult[]): string {
  const byLine = new Map<string, Set<string>>();
  for (const { file, title } of results) {
    const path = (file.startsWith(root) ? relative(root, file) : file).replaceAll(sep, '/');
    // The tests of one table share the part of their title before the first value.
    const testName = title
      .replaceAll(/\bR\d+\b/g, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('|', '\\|')
      .trim();
    for (const line of checklistNumbersIn(title)) {
      if (!byLine.has(line)) byLine.set(line, new Set());
      byLine.get(line)!.add(`${testName} — \`${path}\``);
    }
  }
  const sections = [...byLine]
    .sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
    .map(
      ([line, tests]) =>
        `## ${line}\n\n${[...tests]
          .sort()
          .map((test) => `- ${test}`)
          .join('\n')}`,
    );
  return `# What the tests prove\n\nMade by \`npm run test:all\` from the tests that ran and passed. R-numbers name the lines of the product's checklist.\n\n${sections.join('\n\n')}\n`;
}

export const writeFeatures = (results: readonly TestResult[]): void =>
  writeFileSync(join(root, 'docs', 'features.md'), featuresPage(results));
