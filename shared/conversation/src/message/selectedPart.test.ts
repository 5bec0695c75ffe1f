import { expect, test } from 'vitest';
import { findPart } from './selectedPart.ts';

const part = (text: string, selected: string, before = 0) => {
  const found = findPart(text, selected, before);
  return found && text.slice(found.from, found.to);
};

test.each([
  ['We meet at eight', 'meet at', 'meet at'],
  ['one\n\ntwo', 'one\ntwo', undefined], // all of it
  ['First **bold** one', 'bold', 'bold'],
  ['First **bold** one', 'First bold', 'First **bold'],
  ['First **bold** one', 'bold one', 'bold** one'],
  ['- a point\n- another one', 'another one', 'another one'],
  ['See `npm test` first', 'npm test first', 'npm test` first'],
  ['A smile 😀 here', '😀', '😀'],
  ['We meet at eight', 'we never met', undefined],
  ['We meet at eight', '   ', undefined],
])('R171 of %j, the selected %j is %j', (text, selected, expected) => {
  expect(part(text, selected)).toBe(expected);
});

test('R171 of words that occur twice, those that are selected', () => {
  expect(findPart('Yes, and yes', 'yes', 0)).toEqual({ from: 9, to: 12 });
  expect(findPart('yes, and yes', 'yes', 0)).toEqual({ from: 0, to: 3 });
  expect(findPart('yes, and yes', 'yes', 5)).toEqual({ from: 9, to: 12 });
});
