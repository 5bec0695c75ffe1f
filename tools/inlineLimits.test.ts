import { expect, it } from 'vitest';
import { limits } from '../proto/src/limits.ts';
import inlineLimits from './rspack/inlineLimits.ts';

const line = "import { limits } from '@amber/proto/limits';\n";

it('R165 a page gets the numbers that it uses, not the table', () => {
  expect(inlineLimits(`${line}const shown = limits.toasts + 1, base = limits.basePath;`)).toBe(
    `${line}const shown = ${limits.toasts} + 1, base = "${limits.basePath}";`,
  );
});

it.each([
  ['a table of that name from elsewhere', 'const limits = { toasts: 9 }; limits.toasts;'],
  ['a field of that name', `${line}const few = options.limits.toasts;`],
  ['the table as a whole', `${line}show(limits);`],
])('%s stays as it is', (_, source) => {
  expect(inlineLimits(source)).toBe(source);
});
