// Finds emoji by their shortcodes and by words.
import { pageLanguage } from '@amber/words/languages';
import { emojiData } from './emojiData.ts';

export interface Emoji {
  emoji: string;
  /** What it is, in words. */
  name: string;
  codes: readonly string[];
  words: readonly string[];
  /** Its name and other words in the page's language, where that is not English. */
  translated?: readonly string[];
}

export interface EmojiCategory {
  /** In the catalogue it has its title. */
  id: keyof typeof emojiData;
  emoji: readonly Emoji[];
}

function read(line: string): Emoji {
  const [emoji = '', name = '', codes = '', tags = ''] = line.split('|');
  return {
    emoji,
    name,
    codes: codes.split(' '),
    words: [...name.toLowerCase().split(/[\s:,]+/u), ...tags.split(' ').filter(Boolean)],
  };
}

export const emojiCategories: readonly EmojiCategory[] = (
  Object.entries(emojiData) as [EmojiCategory['id'], string][]
).map(([id, lines]) => ({
  id,
  emoji: lines.trim().split('\n').map(read),
}));

const all = emojiCategories.flatMap(({ emoji }) => emoji);

const languages: Record<string, () => Promise<{ names: string }>> = {
  'zh-Hans': () => import(/* webpackChunkName: "emoji.zh-Hans" */ './names/zh-Hans.ts'),
};

/** Fetches what emoji are called in the page's language. Without it, or when it fails, their names are English. */
export async function loadEmojiNames(): Promise<void> {
  const lines = (await languages[pageLanguage()]?.().catch(() => null))?.names.trim().split('\n') ?? [];
  lines.forEach((line, index) => {
    const [name = '', tags = ''] = line.split('|');
    const emoji = all[index];
    if (emoji && name) Object.assign(emoji, { name, translated: [name, ...tags.split(' ').filter(Boolean)] });
  });
}

/** How well it answers; 0 for not at all. A shortcode counts more than a word, the whole more than a beginning. */
function score({ codes, words, translated = [] }: Emoji, query: string): number {
  if (codes.includes(query) || translated[0] === query) return 4;
  if (codes.some((code) => code.startsWith(query))) return 3;
  // Of several words each must be one of its own.
  if (query.split('_').every((part) => words.some((word) => word.startsWith(part)))) return 2;
  if (translated.includes(query)) return 2;
  // Chinese is written without spaces: a word may be anywhere in a name.
  return [...codes, ...translated].some((word) => word.includes(query)) ? 1 : 0;
}

/** The best first, the usual order among equals. An empty query finds nothing. */
export function searchEmoji(query: string, most: number): Emoji[] {
  const wanted = query.trim().toLowerCase().replaceAll(/\s+/gu, '_').replaceAll(':', '');
  if (!wanted) return [];
  return all
    .map((emoji) => ({ emoji, points: score(emoji, wanted) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, most)
    .map(({ emoji }) => emoji);
}

/** The emoji of exactly this shortcode. */
export const emojiOf = (code: string): string | undefined =>
  all.find(({ codes }) => codes.includes(code.toLowerCase()))?.emoji;

const known = new Map(all.map((one) => [one.emoji, one]));

/** The name of this emoji; the emoji itself when it has none. */
export const nameOfEmoji = (emoji: string): string =>
  (known.get(emoji) ?? known.get(emoji.replace(/\p{Emoji_Modifier}/gu, '')))?.name ?? emoji;
