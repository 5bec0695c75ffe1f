// What this device remembers of its emoji: those used last, and the skin tone of hands and people.

const keys = { recent: 'amber-emoji-recent', tone: 'amber-emoji-tone' };
const most = 24;

/** Light to dark; the first leaves an emoji as it is. */
export const tones = ['', '\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}', '\u{1F3FE}', '\u{1F3FF}'] as const;
export type Tone = (typeof tones)[number];

// A browser may keep nothing, and then nothing is remembered.
function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // as above
  }
}

/** The newest first. */
export const recentEmoji = (): string[] => read(keys.recent).split(' ').filter(Boolean);

/** Puts it before the others. */
export const noteEmoji = (emoji: string): void =>
  write(keys.recent, [emoji, ...recentEmoji().filter((one) => one !== emoji)].slice(0, most).join(' '));

export const chosenTone = (): Tone => tones.find((tone) => tone === read(keys.tone)) ?? '';
export const chooseTone = (tone: Tone): void => write(keys.tone, tone);

const takesTone = /\p{Emoji_Modifier_Base}\u{FE0F}?/gu;
const isEmoji = /^\p{RGI_Emoji}$/v;

/** The emoji in this tone; itself where there is none of it. */
export function inTone(emoji: string, tone: Tone): string {
  if (!tone) return emoji;
  const toned = emoji.replace(takesTone, (base) => base.replace('\u{FE0F}', '') + tone);
  return isEmoji.test(toned) ? toned : emoji;
}
