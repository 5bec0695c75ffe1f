// What may complete a word: people by their names, emoji by their shortcodes.
import type { Completing } from './completion.ts';
import type { Emoji } from '../emoji/searchEmoji.ts';
import type { Mentionable } from '../kit/person.ts';

const peopleMost = 8;
const emojiMost = 8;

interface EmojiSearch {
  searchEmoji(query: string, most: number): Emoji[];
}

export interface Suggestion {
  key: string;
  /** What takes the place of the word. */
  put: string;
  label: string;
  /** An emoji; absent for a person. */
  emoji?: string;
  avatar?: string;
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Those whose name or remark, or a word of it, begins with what is typed; whole names first. */
export function findMentionable(people: readonly Mentionable[], query: string, most: number): Mentionable[] {
  const wanted = plain(query);
  const called = ({ name, remark = '' }: Mentionable) => [plain(name), plain(remark)];
  const begins = people.filter((person) => called(person).some((name) => name.startsWith(wanted)));
  const within = people.filter(
    (person) => !begins.includes(person) && called(person).some((name) => name.includes(` ${wanted}`)),
  );
  return [...begins, ...within].slice(0, most);
}

/** The shortcode that is being typed, where an emoji has several. */
const codeFor = ({ codes }: Emoji, query: string) =>
  codes.find((code) => code.startsWith(query.toLowerCase())) ?? codes[0];

/** What fits the word, the best first. `emoji` are null until they are here. */
export function suggest(
  { kind, query }: Completing,
  mentionable: readonly Mentionable[],
  emoji: EmojiSearch | null,
): Suggestion[] {
  if (kind === 'mention') {
    return findMentionable(mentionable, query, peopleMost).map(({ identifier, name, remark, avatar }) => ({
      key: identifier,
      put: `@${name} `,
      label: remark ? `${remark} (${name})` : name,
      avatar,
    }));
  }
  return (emoji?.searchEmoji(query, emojiMost) ?? []).map((one) => ({
    key: one.emoji,
    put: `${one.emoji} `,
    label: `:${codeFor(one, query)}:`,
    emoji: one.emoji,
  }));
}
