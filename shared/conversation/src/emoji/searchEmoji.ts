// Searches emoji by shortcode and keyword.
import { pageLanguage } from '@amber/words/languages';
import { emojiData } from './emojiData.ts';

export interface Emoji {
  emoji: string;
  /** The name of the emoji in the page's language. */
  name: string;
  shortcodes: readonly string[];
  keywords: readonly string[];
  /** The name and keywords in the page's language, if that is not English. */
  translatedKeywords?: readonly string[];
}

export interface EmojiCategory {
  /** The key of its title in the message catalogue. */
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

/**
 * Loads the names of the emoji in the page's language. The names are English if there is no translation or it fails to
 * load.
 */
export async function loadEmojiNames(): Promise<void> {
  const lines = (await nameLoaders[pageLanguage()]?.().catch(() => null))?.names.trim().split('\n') ?? [];
  lines.forEach((line, index) => {
    const [name = '', tags = ''] = line.split('|');
    const emoji = allEmoji[index];
    if (emoji && name) Object.assign(emoji, { name, translatedKeywords: [name, ...tags.split(' ').filter(Boolean)] });
  });
}

/**
 * Returns a relevance score, 0 for no match. A shortcode counts more than a keyword, and an exact match more than a
 * prefix.
 */
function score({ shortcodes, keywords, translatedKeywords = [] }: Emoji, query: string): number {
  if (shortcodes.includes(query) || translatedKeywords[0] === query) return 4;
  if (shortcodes.some((code) => code.startsWith(query))) return 3;
  // Each word of the query must match a keyword.
  if (query.split('_').every((part) => keywords.some((word) => word.startsWith(part)))) return 2;
  if (translatedKeywords.includes(query)) return 2;
  // Chinese is written without spaces, so a word may begin anywhere in a name.
  return [...shortcodes, ...translatedKeywords].some((word) => word.includes(query)) ? 1 : 0;
}

/**
 * Returns at most `limit` emoji, the best match first and the standard order among equals. An empty query finds
 * nothing.
 */
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

/** Returns the emoji with exactly this shortcode. */
export const findByShortcode = (code: string): string | undefined =>
  allEmoji.find(({ shortcodes }) => shortcodes.includes(code.toLowerCase()))?.emoji;

const emojiByCharacter = new Map(allEmoji.map((one) => [one.emoji, one]));

/** Returns the name of the emoji, or the emoji itself if it has no name. */
export const emojiName = (emoji: string): string =>
  (emojiByCharacter.get(emoji) ?? emojiByCharacter.get(emoji.replace(/\p{Emoji_Modifier}/gu, '')))?.name ?? emoji;
