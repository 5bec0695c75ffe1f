// Finds emoji by their shortcodes and by words.
import { emojiData } from './emojiData.ts';

export interface Emoji {
  emoji: string;
  /** What it is, in words. */
  name: string;
  codes: readonly string[];
  words: readonly string[];
}

export interface EmojiCategory {
  title: string;
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

export const emojiCategories: readonly EmojiCategory[] = Object.entries(emojiData).map(([title, lines]) => ({
  title,
  emoji: lines.trim().split('\n').map(read),
}));

const all = emojiCategories.flatMap(({ emoji }) => emoji);

/** How well it answers; 0 for not at all. A shortcode counts more than a word, the whole more than a beginning. */
function score({ codes, words }: Emoji, query: string): number {
  if (codes.includes(query)) return 4;
  if (codes.some((code) => code.startsWith(query))) return 3;
  // Of several words each must be one of its own.
  if (query.split('_').every((part) => words.some((word) => word.startsWith(part)))) return 2;
  return codes.some((code) => code.includes(query)) ? 1 : 0;
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

const named = new Map(all.map(({ emoji, name }) => [emoji, name]));

/** What this emoji is, in words; itself when nobody knows. */
export const nameOfEmoji = (emoji: string): string =>
  named.get(emoji) ?? named.get(emoji.replace(/\p{Emoji_Modifier}/gu, '')) ?? emoji;
