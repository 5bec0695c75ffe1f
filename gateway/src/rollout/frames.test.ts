import { expect, test } from 'vitest';
import { limits } from '@amber/proto/limits';
import { formatFrames, parseFrames } from './frames.ts';

const own = new Set(['assets/a.js', 'remoteEntry.js', 'assets/a.css']);
const parse = (stack: string) => formatFrames(parseFrames(stack, (path) => own.has(path), limits));

test('R157 of a reported stack, the frames in the release’s own scripts are left', () => {
  const stack = 'assets/a.js:1:345 d$\nremoteEntry.js:2:1';
  expect(parse(stack)).toBe(stack);
  expect(parseFrames('assets/a.js:1:345 d', () => true, limits)).toEqual([
    { file: 'assets/a.js', line: 1, column: 345, name: 'd' },
  ]);
  expect(parse('main.js:1:1\nassets/a.js:1:1\nassets/a.css:1:1')).toBe('assets/a.js:1:1');
});

test.each([
  '',
  'assets/a.js',
  'assets/a.js:1',
  'assets/a.js:0:1',
  'assets/a.js:1:0',
  'assets/a.js:-1:1',
  'assets/a.js:1e3:1',
  'assets/a.js:99999999:1',
  '../a.js:1:1',
  '__proto__:1:1',
  'Error: my own words\u0000 at assets/a.js:1:1',
  'assets/a.js:1:1:',
  'assets/a.js:1:1 my own words',
  'assets/a.js:1:1 <b>',
])('R157 %j is no frame', (stack) => {
  expect(parse(stack)).toBe('');
});

test('R157 a stack has ten frames at most', () => {
  expect(parse(Array(500).fill('assets/a.js:1:1').join('\n')).split('\n')).toHaveLength(10);
});
