import { expect, test } from 'vitest';
import { formatDuration, formatSize } from '@amber/words/formats';
import { extensionOf, splitFileName } from './fileNames.ts';

test.each([
  [1, '1 byte'],
  [812, '812 bytes'],
  [1_024, '1 kB'],
  [348_160, '340 kB'],
  [1_048_575, '1 MB'],
  [2_516_582, '2.4 MB'],
  [536_870_912, '512 MB'],
  [5 * 1024 ** 3, '5 GB'],
])('R98 %i bytes read as %j', (bytes, said) => {
  expect(formatSize(bytes)).toBe(said);
});

test.each([
  [0, '0:00'],
  [7_400, '0:07'],
  [750_000, '12:30'],
  [3_723_000, '1:02:03'],
])('%i milliseconds read as %j', (milliseconds, said) => {
  expect(formatDuration(milliseconds)).toBe(said);
});

test('a long name keeps its ending when room is short', () => {
  expect(splitFileName('report.pdf')).toEqual(['report.pdf', '']);
  const [beginning, ending] = splitFileName('minutes of the third quarterly meeting.pdf');
  expect(ending).toBe('ing.pdf');
  expect(beginning + ending).toBe('minutes of the third quarterly meeting.pdf');
  expect(splitFileName(`${'👩‍🚀'.repeat(20)}.png`).join('')).toBe(`${'👩‍🚀'.repeat(20)}.png`);
});

test.each([
  ['report.pdf', 'PDF'],
  ['archive.tar.gz', 'GZ'],
  ['README', ''],
  ['a.verylongending', ''],
  ['.env', 'ENV'],
])('the ending of %j is %j', (name, ending) => {
  expect(extensionOf(name)).toBe(ending);
});
