import { expect, test } from 'vitest';
import { reportProblem, reportsOf } from './apiReport.ts';

const entryPoints = [
  { name: '@amber/client/live', kitName: 'client/live', source: 'shared/client/src/live.ts' },
  { name: '@amber/client/pendingCalls', kitName: undefined, source: 'shared/client/src/pendingCalls.ts' },
];
const surface = (live: string, row = 'export interface Row {\n    id: string;\n}') =>
  reportsOf(
    new Map([
      ['lib/shared/client/src/live.d.ts', Buffer.from(live)],
      ['lib/shared/client/src/rows.d.ts', Buffer.from(row)],
      ['lib/shared/client/src/pendingCalls.d.ts', Buffer.from('export declare const hidden: 1;')],
    ]),
    entryPoints,
  );
const live = `import type { Row } from './rows.js';\nexport declare function rows(): Row[];`;
const recorded = { contract: 2, reports: surface(live) };

test('R207 the record has each entry point and what it refers to, and nothing else', () => {
  const text = [...recorded.reports.values()].join('');
  expect(text).toContain('@amber/kit/client/live');
  expect(text).toContain('interface Row');
  expect(text).not.toContain('hidden');
});

test('R207 an unchanged surface has no problem, nor has a changed comment', () => {
  expect(reportProblem(surface(live), recorded, 2)).toBeUndefined();
  expect(reportProblem(surface(`/** Rows. */\n${live}\n//# sourceMappingURL=x`), recorded, 2)).toBeUndefined();
});

test.each([
  ['a name that is gone', `import type { Row } from './rows.js';`, undefined],
  ['another type', live.replace('Row[]', 'readonly Row[]'), undefined],
  ['a new name', `${live}\nexport declare const more: 1;`, undefined],
  ['a field of a type that an entry point refers to', live, 'export interface Row {\n    id: number;\n}'],
])('R207 %s needs the next contract number, which the problem names', (_, changed, row) => {
  const problem = reportProblem(surface(changed, row), recorded, 2);
  expect(problem).toContain('Set contractVersion in proto/src/contract.ts to 3');
  expect(problem).toContain('node tools/kit/apiReport.ts');
  // With the number, only the record is left to do.
  expect(reportProblem(surface(changed, row), recorded, 3)).toContain('describes contract 2, and this is contract 3');
});
