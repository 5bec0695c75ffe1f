// The emoji preferences that are stored on this device: recent emoji and the skin tone.

const storageKeys = { recent: 'amber-emoji-recent', tone: 'amber-emoji-tone' };
const maxRecent = 24;

/** The skin tones from light to dark; the first one leaves an emoji unchanged. */
export const skinTones = ['', '\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'] as const;
export type SkinTone = (typeof skinTones)[number];

// A browser may block storage; the preferences are then lost.
function readStorage(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function writeStorage(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked; see above.
  }
}

/** Returns the recent emoji, the newest first. */
export const loadRecentEmoji = (): string[] => readStorage(storageKeys.recent).split(' ').filter(Boolean);

/** Adds an emoji at the front of the recent ones. */
export const addRecentEmoji = (emoji: string): void =>
  writeStorage(
    storageKeys.recent,
    [emoji, ...loadRecentEmoji().filter((one) => one !== emoji)].slice(0, maxRecent).join(' '),
  );

export const loadSkinTone = (): SkinTone => skinTones.find((tone) => tone === readStorage(storageKeys.tone)) ?? '';
export const saveSkinTone = (tone: SkinTone): void => writeStorage(storageKeys.tone, tone);

const modifierBase = /\p{Emoji_Modifier_Base}\u{FE0F}?/gu;
const isEmoji = /^\p{RGI_Emoji}$/v;

/** Returns the emoji in this skin tone, or the emoji itself if it has no such variant. */
export function applySkinTone(emoji: string, tone: SkinTone): string {
  if (!tone) return emoji;
  const toned = emoji.replace(modifierBase, (base) => base.replace('\u{FE0F}', '') + tone);
  return isEmoji.test(toned) ? toned : emoji;
}
