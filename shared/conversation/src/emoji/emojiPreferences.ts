// What this device remembers of its emoji: those used last, and the skin tone of hands and people.

const storageKeys = { recent: 'amber-emoji-recent', tone: 'amber-emoji-tone' };
const maxRecent = 24;

/** Light to dark; the first leaves an emoji as it is. */
export const skinTones = ['', '\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'] as const;
export type SkinTone = (typeof skinTones)[number];

// A browser may keep nothing, and then nothing is remembered.
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
    // as above
  }
}

/** The newest first. */
export const loadRecentEmoji = (): string[] => readStorage(storageKeys.recent).split(' ').filter(Boolean);

/** Puts it before the others. */
export const addRecentEmoji = (emoji: string): void =>
  writeStorage(
    storageKeys.recent,
    [emoji, ...loadRecentEmoji().filter((one) => one !== emoji)].slice(0, maxRecent).join(' '),
  );

export const loadSkinTone = (): SkinTone => skinTones.find((tone) => tone === readStorage(storageKeys.tone)) ?? '';
export const saveSkinTone = (tone: SkinTone): void => writeStorage(storageKeys.tone, tone);

const modifierBase = /\p{Emoji_Modifier_Base}\u{FE0F}?/gu;
const isEmoji = /^\p{RGI_Emoji}$/v;

/** The emoji in this tone; itself where there is none of it. */
export function applySkinTone(emoji: string, tone: SkinTone): string {
  if (!tone) return emoji;
  const toned = emoji.replace(modifierBase, (base) => base.replace('\u{FE0F}', '') + tone);
  return isEmoji.test(toned) ? toned : emoji;
}
