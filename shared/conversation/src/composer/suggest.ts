// Suggests completions: people by their names, emoji by their shortcodes.
import type { CompletionQuery } from './completion.ts';
import type { Emoji } from '../emoji/searchEmoji.ts';
import type { Mentionable } from '../kit/person.ts';

const maxPeople = 8;
const maxEmoji = 8;

interface EmojiSearch {
  searchEmoji(query: string, limit: number): Emoji[];
}

export interface Suggestion {
  key: string;
  /** The text that replaces the word. */
  insertText: string;
  label: string;
  /** An emoji; absent for a person. */
  emoji?: string;
  avatar?: string;
}

const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the people whose name or remark, or a word of either, begins with the query. Matches of a whole name come
 * first.
 */
export function findMentionable(people: readonly Mentionable[], query: string, limit: number): Mentionable[] {
  const foldedQuery = foldText(query);
  const foldedNames = ({ name, remark = '' }: Mentionable) => [foldText(name), foldText(remark)];
  const prefixMatches = people.filter((person) => foldedNames(person).some((name) => name.startsWith(foldedQuery)));
  const wordMatches = people.filter(
    (person) => !prefixMatches.includes(person) && foldedNames(person).some((name) => name.includes(` ${foldedQuery}`)),
  );
  return [...prefixMatches, ...wordMatches].slice(0, limit);
}

/** Prefers the shortcode that the user is typing if the emoji has several. */
const shortcodeFor = ({ shortcodes: codes }: Emoji, query: string) =>
  codes.find((code) => code.startsWith(query.toLowerCase())) ?? codes[0];

/** Returns the completions of a word, the best match first. `emoji` is null until the emoji module is loaded. */
export function suggest(
  { kind, query }: CompletionQuery,
  mentionable: readonly Mentionable[],
  emoji: EmojiSearch | null,
): Suggestion[] {
  if (kind === 'mention') {
    return findMentionable(mentionable, query, maxPeople).map(({ identifier, name, remark, avatar }) => ({
      key: identifier,
      insertText: `@${name} `,
      label: remark ? `${remark} (${name})` : name,
      avatar,
    }));
  }
  return (emoji?.searchEmoji(query, maxEmoji) ?? []).map((one) => ({
    key: one.emoji,
    insertText: `${one.emoji} `,
    label: `:${shortcodeFor(one, query)}:`,
    emoji: one.emoji,
  }));
}
