import { beforeEach, expect, test, vi } from 'vitest';
import { chooseTone, chosenTone, inTone, noteEmoji, recentEmoji, tones } from './emojiChoices.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test('R179 the emoji used last come first, each once, and not without end', () => {
  for (const emoji of ['👍', '🎉', '👍']) noteEmoji(emoji);
  expect(recentEmoji()).toEqual(['👍', '🎉']);
  for (let index = 0; index < 40; index += 1) noteEmoji(String.fromCodePoint(0x1f600 + index));
  expect(recentEmoji()).toHaveLength(24);
  expect(recentEmoji()[0]).toBe(String.fromCodePoint(0x1f600 + 39));
});

test('R179 a hand takes the tone, a person with a profession too, a heart does not', () => {
  const dark = tones[5];
  expect(inTone('👍', dark)).toBe('👍🏿');
  expect(inTone('☝️', dark)).toBe('☝🏿');
  expect(inTone('👩‍🚀', dark)).toBe('👩🏿‍🚀');
  expect(inTone('❤️', dark)).toBe('❤️');
  expect(inTone('👍', '')).toBe('👍');
});

test('R179 the tone is kept; what a stranger wrote there is no tone', () => {
  chooseTone(tones[2]);
  expect(chosenTone()).toBe(tones[2]);
  localStorage.setItem('amber-emoji-tone', 'x');
  expect(chosenTone()).toBe('');
});

test('R179 where the browser keeps nothing, emoji still work', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
  });
  noteEmoji('👍');
  expect(recentEmoji()).toEqual([]);
});
