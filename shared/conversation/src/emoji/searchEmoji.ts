// Searches emoji by shortcode and keyword.
import { pageLanguage } from '@amber/words/languages';
import english from 'emojibase-data/en/compact.json' with { type: 'json' };
import githubCodes from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' };

export interface Emoji {
  emoji: string;
  /** The name of the emoji in the page's language. */
  name: string;
  shortcodes: readonly string[];
  keywords: readonly string[];
  /** The name and keywords in the page's language, if that is not English. */
  translatedKeywords?: readonly string[];
}

/** Emojibase's numbers of its groups, which lack 2: skin tones and hair are no emoji of their own. */
const groups = {
  'Smileys & Emotion': 0,
  'People & Body': 1,
  'Animals & Nature': 3,
  'Food & Drink': 4,
  'Travel & Places': 5,
  Activities: 6,
  Objects: 7,
  Symbols: 8,
  Flags: 9,
} as const;

export interface EmojiCategory {
  /** The key of its title in the message catalogue. */
  id: keyof typeof groups;
  emoji: readonly Emoji[];
}

/** The fields of a data set that a build contains: see tools/rspack/leanEmoji.ts. */
interface EmojiEntry {
  unicode: string;
  label: string;
  tags?: string[];
  group?: number;
}

const isEmoji = /^\p{RGI_Emoji}$/v;
/** The data add a variation selector to emoji that need none, and the codes are listed without any. */
const withoutSelector = (emoji: string): string => emoji.replaceAll('\u{FE0F}', '');
const toHexcode = (emoji: string): string =>
  Array.from(emoji, (character) => character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')).join('-');

const shortcodesByHexcode = new Map(
  Object.entries(githubCodes as Record<string, string | string[]>).map(([hexcode, codes]) => [
    hexcode.replaceAll(/-FE0F/gu, ''),
    [codes].flat(),
  ]),
);

/** An emoji without a code on GitHub has its name as one. */
const toShortcode = (label: string): string => label.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');

function toEmoji({ unicode, label, tags = [] }: EmojiEntry): Emoji {
  const bare = withoutSelector(unicode);
  return {
    emoji: isEmoji.test(unicode) ? unicode : bare,
    name: label,
    shortcodes: shortcodesByHexcode.get(toHexcode(bare)) ?? [toShortcode(label)],
    keywords: [label, ...tags].flatMap((words) => words.toLowerCase().split(/[\s:,]+/u)).filter(Boolean),
  };
}

/** Without those that this browser does not know: it would show a box. */
export const emojiCategories: readonly EmojiCategory[] = (
  Object.entries(groups) as [EmojiCategory['id'], number][]
).map(([id, group]) => ({
  id,
  emoji: (english as EmojiEntry[])
    .filter((entry) => entry.group === group)
    .map(toEmoji)
    .filter(({ emoji }) => isEmoji.test(emoji)),
}));

const allEmoji = emojiCategories.flatMap(({ emoji }) => emoji);
const emojiByCharacter = new Map(allEmoji.map((one) => [withoutSelector(one.emoji), one]));

const translations: Record<string, () => Promise<{ default: EmojiEntry[] }>> = {
  'zh-Hans': () =>
    import(/* webpackChunkName: "emoji.zh-Hans" */ 'emojibase-data/zh/compact.json', { with: { type: 'json' } }),
};

/**
 * Loads the names of the emoji in the page's language. The names are English if there is no translation or it fails to
 * load.
 */
export async function loadEmojiNames(): Promise<void> {
  const entries = (await translations[pageLanguage()]?.().catch(() => null))?.default ?? [];
  for (const { unicode, label, tags = [] } of entries) {
    const emoji = emojiByCharacter.get(withoutSelector(unicode));
    if (emoji) Object.assign(emoji, { name: label, translatedKeywords: [label, ...tags] });
  }
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

/** Returns the name of the emoji, or the emoji itself if it has no name. */
export const emojiName = (emoji: string): string =>
  (
    emojiByCharacter.get(withoutSelector(emoji)) ??
    emojiByCharacter.get(withoutSelector(emoji).replace(/\p{Emoji_Modifier}/gu, ''))
  )?.name ?? emoji;
