import { expect, test } from 'vitest';
import { authorColour, authorColourIndex } from './authorColour.ts';

test('an author keeps one colour', () => {
  expect(authorColour('u100')).toBe(authorColour('u100'));
  expect(authorColour('u100')).toMatch(/^var\(--author-[0-7]\)$/);
});

test('neighbouring identifiers spread over all eight colours', () => {
  const counts = Array.from({ length: 8 }, () => 0);
  for (let i = 0; i < 800; i += 1) counts[authorColourIndex(`user${i}`)]! += 1;
  expect(Math.min(...counts)).toBeGreaterThan(50);
});
