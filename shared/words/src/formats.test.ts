import { expect, test } from 'vitest';
import { formatDateRange } from './formats.ts';

test.each([
  ['2026-12-01', '2026-12-14', '1 – 14 Dec 2026'],
  ['2026-11-28', '2026-12-04', '28 Nov – 4 Dec 2026'],
])('from %s to %s is read as %s', (begins, ends, expected) => {
  const noon = (date: string) => new Date(`${date}T12:00:00`).getTime();
  expect(formatDateRange(noon(begins), noon(ends)).replaceAll(/[\u2009\u202f]/g, ' ')).toBe(expected);
});
