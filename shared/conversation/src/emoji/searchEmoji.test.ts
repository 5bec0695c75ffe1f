import { expect, test } from 'vitest';
import { emojiCategories, emojiOf, searchEmoji } from './searchEmoji.ts';

test('R179 a shortcode finds its emoji first, a beginning of one too, and words after it', () => {
  expect(searchEmoji('joy', 3)[0]!.emoji).toBe('😂');
  expect(searchEmoji('thumbsu', 3)[0]!.emoji).toBe('👍️'.replace('\uFE0F', ''));
  expect(searchEmoji('happy', 20).map(({ emoji }) => emoji)).toContain('😀');
  expect(searchEmoji('Red Heart', 1)[0]!.emoji).toBe('❤️');
  expect(searchEmoji('red zzzz', 5)).toEqual([]);
  expect(searchEmoji('heart', 1)[0]!.emoji).toBe('❤️');
  expect(searchEmoji('', 5)).toEqual([]);
  expect(searchEmoji('zzzz', 5)).toEqual([]);
});

test('R179 :tada: is one emoji and :nothing: none', () => {
  expect(emojiOf('tada')).toBe('🎉');
  expect(emojiOf('nothing')).toBeUndefined();
});

test('R179 each emoji of the picker is one that Unicode recommends, and stands there once', () => {
  const all = emojiCategories.flatMap(({ emoji }) => emoji.map((one) => one.emoji));
  expect(all.length).toBeGreaterThan(1_800);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((emoji) => !/^\p{RGI_Emoji}$/v.test(emoji))).toEqual([]);
});
