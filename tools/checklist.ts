// Checks docs/checklist.md against the tests that ran: no line may claim more than a test has shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checklistNumbersIn, type TestResult } from './features.ts';
import { root } from './run.ts';

export interface ChecklistLine {
  /** The line's number, such as 'R38'. */
  name: string;
  text: string;
  state: 'works' | 'partly' | 'not built';
}

/** The maximum number of lines that one test may claim: a test that claims more proves none of them. */
const maxLinesPerTitle = 3;

const linePattern = /^\| (R\d+) \| (.+) \| (works|partly: .+|not built) \|$/;

/** Parses the lines of the page. @throws Error for an invalid line, or one out of order. */
export function readChecklist(page: string): ChecklistLine[] {
  const lines = page
    .split('\n')
    .filter((line) => /^\| *R/.test(line))
    .map((line): ChecklistLine => {
      const [, name, text, state] = linePattern.exec(line) ?? [];
      if (!name || !text || !state) throw new Error(`docs/checklist.md: not a line with a state: ${line}`);
      return { name, text, state: state.startsWith('partly') ? 'partly' : (state as 'works' | 'not built') };
    });
  lines.forEach(({ name }, index) => {
    if (name !== `R${index + 1}`) throw new Error(`docs/checklist.md: ${name} stands where R${index + 1} belongs`);
  });
  return lines;
}

export const checklist = (): ChecklistLine[] => readChecklist(readFileSync(join(root, 'docs', 'checklist.md'), 'utf8'));

/** Returns the problems that the titles alone reveal, a sentence each. */
export function findTitleProblems(lines: readonly ChecklistLine[], results: readonly TestResult[]): string[] {
  const known = new Set(lines.map(({ name }) => name));
  return results.flatMap(({ file, title }) => {
    const claimed = [...new Set(checklistNumbersIn(title))];
    const unknown = claimed.filter((name) => !known.has(name));
    return [
      ...(unknown.length > 0
        ? [`${file}: "${title}" names ${unknown.join(', ')}, which the checklist does not have`]
        : []),
      ...(claimed.length > maxLinesPerTitle
        ? [`${file}: "${title}" claims ${claimed.length} lines; a test proves ${maxLinesPerTitle} at most`]
        : []),
    ];
  });
}

/**
 * Returns contradictions between the page and the tests of a whole run: a line that works without a passed test, and a
 * line that
 * is not built and has one.
 */
export function findStateProblems(lines: readonly ChecklistLine[], results: readonly TestResult[]): string[] {
  const proved = new Set(results.filter(({ passed }) => passed).flatMap(({ title }) => checklistNumbersIn(title)));
  return lines.flatMap(({ name, state }) => {
    if (state === 'works' && !proved.has(name))
      return [`docs/checklist.md: ${name} is said to work, and no test that passed carries its number`];
    if (state === 'not built' && proved.has(name))
      return [`docs/checklist.md: ${name} is said not to be built, and has tests that passed: say what is missing`];
    return [];
  });
}
