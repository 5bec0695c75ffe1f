import { expect, test } from 'vitest';
import { checklist, readChecklist, findStateProblems, findTitleProblems, type ChecklistLine } from './checklist.ts';

const lines: ChecklistLine[] = [
  { name: 'R1', text: 'one', state: 'works' },
  { name: 'R2', text: 'two', state: 'partly' },
  { name: 'R3', text: 'three', state: 'not built' },
];
const result = (title: string, passed = true) => ({ file: 'a.test.ts', title, passed });

test('the checklist has every line once, in order, with a state', () => {
  expect(checklist().at(-1)).toMatchObject({ name: 'R260' });
});

test.each([
  ['a state of its own', '| R1 | one | nearly |'],
  ['no state', '| R1 | one |'],
  ['half of it without what is missing', '| R1 | one | partly |'],
  ['out of order', '| R2 | two | works |'],
  ['twice', '| R1 | one | works |\n| R1 | one | works |'],
])('a line is refused: %s', (_, page) => {
  expect(() => readChecklist(page)).toThrow('docs/checklist.md');
});

test('a title names lines that there are, three at most', () => {
  expect(
    findTitleProblems(lines, [result('R1 R2 R3 all of it'), result('R1 R1 R1 R1 one of it'), result('no line')]),
  ).toEqual([]);
  expect(findTitleProblems(lines, [result('R9 new')])).toEqual([expect.stringContaining('R9')]);
  const many = [...lines, { name: 'R4', text: 'four', state: 'works' as const }];
  expect(findTitleProblems(many, [result('R1 R2 › R3 R4 far too much')])).toEqual([expect.stringContaining('4 lines')]);
});

test('what works has a test that passed, and what is not built has none', () => {
  expect(findStateProblems(lines, [result('R1 it does')])).toEqual([]);
  expect(findStateProblems(lines, [result('R1 it does', false)])).toEqual([
    expect.stringContaining('R1 is said to work'),
  ]);
  expect(findStateProblems(lines, [result('R1 it does'), result('R3 it does')])).toEqual([
    expect.stringContaining('R3 is said not to be built'),
  ]);
});
