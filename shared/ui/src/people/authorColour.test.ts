import { expect, test } from 'vitest';
import { authorColour, authorColourIndex, authorColours } from './authorColour.ts';

test('an author keeps one colour', () => {
  expect(authorColour('u100')).toBe(authorColour('u100'));
  expect(authorColour('u100')).toMatch(/^var\(--author-[0-7]\)$/);
});

test('neighbouring identifiers spread over all eight colours', () => {
  const counts = Array.from({ length: 8 }, () => 0);
  for (let i = 0; i < 800; i += 1) counts[authorColourIndex(`user${i}`)]! += 1;
  expect(Math.min(...counts)).toBeGreaterThan(50);
});

test('eight people in one chat have eight colours, and each its own one where it is free', () => {
  const people = Array.from({ length: 8 }, (_, index) => `person${index}`);
  const colours = authorColours(people);
  expect(new Set(colours.values()).size).toBe(8);
  expect(authorColours(['u100']).get('u100')).toBe(authorColour('u100'));
  expect(authorColours([...people].reverse())).toEqual(colours);
  const seventeen = [...authorColours(Array.from({ length: 17 }, (_, index) => `many${index}`)).values()];
  expect(Math.max(...[...new Set(seventeen)].map((one) => seventeen.filter((other) => other === one).length))).toBe(3);
});
