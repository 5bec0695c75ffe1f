// The emoji preferences that are stored on this device: recent emoji and the skin tone.
import { storedText, storeText } from '@amber/client/storage';

const storageKeys = { recent: 'amber-emoji-recent', tone: 'amber-emoji-tone' };
const maxRecent = 24;

/** The skin tones from light to dark; the first one leaves an emoji unchanged. */
export const skinTones = ['', '\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'] as const;
export type SkinTone = (typeof skinTones)[number];

/** Returns the recent emoji, the newest first. */
export const loadRecentEmoji = (): string[] => (storedText(storageKeys.recent) ?? '').split(' ').filter(Boolean);

/** Adds an emoji at the front of the recent ones. */
export function addRecentEmoji(emoji: string): void {
  const recent = [emoji, ...loadRecentEmoji().filter((one) => one !== emoji)].slice(0, maxRecent);
  storeText(storageKeys.recent, recent.join(' '));
}

export const loadSkinTone = (): SkinTone => skinTones.find((tone) => tone === storedText(storageKeys.tone)) ?? '';
export const saveSkinTone = (tone: SkinTone): void => void storeText(storageKeys.tone, tone);

const modifierBase = /\p{Emoji_Modifier_Base}\u{FE0F}?/gu;
const isEmoji = /^\p{RGI_Emoji}$/v;

/** Returns the emoji in this skin tone, or the emoji itself if it has no such variant. */
export function applySkinTone(emoji: string, tone: SkinTone): string {
  if (!tone) return emoji;
  const toned = emoji.replace(modifierBase, (base) => base.replace('\u{FE0F}', '') + tone);
  return isEmoji.test(toned) ? toned : emoji;
}
