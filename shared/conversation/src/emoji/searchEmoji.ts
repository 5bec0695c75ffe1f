// Finds emoji by their shortcodes and by words.
import { pageLanguage } from '@amber/words/languages';
import { emojiData } from './emojiData.ts';

export interface Emoji {
  emoji: string;
  /** What it is, in words. */
  name: string;
  shortcodes: readonly string[];
  keywords: readonly string[];
  /** Its name and other words in the page's language, where that is not English. */
  translatedKeywords?: readonly string[];
}

export interface EmojiCategory {
  /** In the catalogue it has its title. */
  id: keyof typeof emojiData;
  emoji: readonly Emoji[];
}

function parseEmoji(line: string): Emoji {
  const [emoji = '', name = '', shortcodes = '', tags = ''] = line.split('|');
  return {
    emoji,
    name,
    shortcodes: shortcodes.split(' '),
    keywords: [...name.toLowerCase().split(/[\s:,]+/u), ...tags.split(' ').filter(Boolean)],
  };
}

export const emojiCategories: readonly EmojiCategory[] = (
  Object.entries(emojiData) as [EmojiCategory['id'], string][]
).map(([id, lines]) => ({
  id,
  emoji: lines.trim().split('\n').map(parseEmoji),
}));

const allEmoji = emojiCategories.flatMap(({ emoji }) => emoji);

const nameLoaders: Record<string, () => Promise<{ names: string }>> = {
  'zh-Hans': () => import(/* webpackChunkName: "emoji.zh-Hans" */ './names/zh-Hans.ts'),
};

/** Fetches what emoji are called in the page's language. Without it, or when it fails, their names are English. */
export async function loadEmojiNames(): Promise<void> {
  const lines = (await nameLoaders[pageLanguage()]?.().catch(() => null))?.names.trim().split('\n') ?? [];
  lines.forEach((line, index) => {
    const [name = '', tags = ''] = line.split('|');
    const emoji = allEmoji[index];
    if (emoji && name) Object.assign(emoji, { name, translatedKeywords: [name, ...tags.split(' ').filter(Boolean)] });
  });
}

/** How well it answers; 0 for not at all. A shortcode counts more than a word, the whole more than a beginning. */
function score({ shortcodes, keywords, translatedKeywords = [] }: Emoji, query: string): number {
  if (shortcodes.includes(query) || translatedKeywords[0] === query) return 4;
  if (shortcodes.some((code) => code.startsWith(query))) return 3;
  // Of several words each must be one of its own.
  if (query.split('_').every((part) => keywords.some((word) => word.startsWith(part)))) return 2;
  if (translatedKeywords.includes(query)) return 2;
  // Chinese is written without spaces: a word may be anywhere in a name.
  return [...shortcodes, ...translatedKeywords].some((word) => word.includes(query)) ? 1 : 0;
}

/** The best first, the usual order among equals. An empty query finds nothing. */
export function searchEmoji(query: string, limit: number): Emoji[] {
  const normalizedQuery = query.trim().toLowerCase().replaceAll(/\s+/gu, '_').replaceAll(':', '');
  if (!normalizedQuery) return [];
  return allEmoji
    .map((emoji) => ({ emoji, points: score(emoji, normalizedQuery) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, limit)
    .map(({ emoji }) => emoji);
}

/** The emoji of exactly this shortcode. */
export const findByShortcode = (code: string): string | undefined =>
  allEmoji.find(({ shortcodes }) => shortcodes.includes(code.toLowerCase()))?.emoji;

const emojiByCharacter = new Map(allEmoji.map((one) => [one.emoji, one]));

/** The name of this emoji; the emoji itself when it has none. */
export const emojiName = (emoji: string): string =>
  (emojiByCharacter.get(emoji) ?? emojiByCharacter.get(emoji.replace(/\p{Emoji_Modifier}/gu, '')))?.name ?? emoji;
