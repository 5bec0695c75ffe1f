import { afterEach, expect, test, vi } from 'vitest';
import { emojiCategories, findByShortcode, loadEmojiNames, emojiName, searchEmoji } from './searchEmoji.ts';

// The files of this package share a thread: the language must not remain for the next one.
afterEach(() => void vi.unstubAllGlobals());

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
  expect(findByShortcode('tada')).toBe('🎉');
  expect(findByShortcode('nothing')).toBeUndefined();
});

test('R179 each emoji of the picker is one that Unicode recommends, and stands there once', () => {
  const all = emojiCategories.flatMap(({ emoji }) => emoji.map((one) => one.emoji));
  expect(all.length).toBeGreaterThan(1_800);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((emoji) => !/^\p{RGI_Emoji}$/v.test(emoji))).toEqual([]);
});

test('R219 in Chinese an emoji has its Chinese name, and is found by it and by its shortcode', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'zh-Hans' } });
  await loadEmojiNames();
  expect(emojiName('👍')).toBe('拇指向上');
  expect(emojiName('👍🏿')).toBe('拇指向上');
  expect(searchEmoji('红心', 1)[0]!.emoji).toBe('❤️');
  expect(searchEmoji('笑', 40).map(({ emoji }) => emoji)).toContain('😂');
  expect(searchEmoji('tada', 1)[0]!.emoji).toBe('🎉');
  expect(
    emojiCategories.flatMap(({ emoji }) => emoji).filter(({ translatedKeywords: translated }) => !translated),
  ).toEqual([]);
});
