import { beforeEach, expect, test, vi } from 'vitest';
import {
  saveSkinTone,
  loadSkinTone,
  applySkinTone,
  addRecentEmoji,
  loadRecentEmoji,
  skinTones,
} from './emojiPreferences.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

test('R179 the emoji used last come first, each once, and not without end', () => {
  for (const emoji of ['👍', '🎉', '👍']) addRecentEmoji(emoji);
  expect(loadRecentEmoji()).toEqual(['👍', '🎉']);
  for (let index = 0; index < 40; index += 1) addRecentEmoji(String.fromCodePoint(0x1f600 + index));
  expect(loadRecentEmoji()).toHaveLength(24);
  expect(loadRecentEmoji()[0]).toBe(String.fromCodePoint(0x1f600 + 39));
});

test('R179 a hand takes the tone, a person with a profession too, a heart does not', () => {
  const dark = skinTones[5];
  expect(applySkinTone('👍', dark)).toBe('👍🏿');
  expect(applySkinTone('☝️', dark)).toBe('☝🏿');
  expect(applySkinTone('👩‍🚀', dark)).toBe('👩🏿‍🚀');
  expect(applySkinTone('❤️', dark)).toBe('❤️');
  expect(applySkinTone('👍', '')).toBe('👍');
});

test('R179 the tone is kept; what a stranger wrote there is no tone', () => {
  saveSkinTone(skinTones[2]);
  expect(loadSkinTone()).toBe(skinTones[2]);
  localStorage.setItem('amber-emoji-tone', 'x');
  expect(loadSkinTone()).toBe('');
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
  addRecentEmoji('👍');
  expect(loadRecentEmoji()).toEqual([]);
});
