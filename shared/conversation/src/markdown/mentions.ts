// The mentions of a text: extracted when it is sent, matched when it is displayed.
import type { Mentionable, Person } from '../kit/person.ts';
import { endOfCode } from './splitMarkdown.ts';
import { findAtoms, type MentionName } from './textParts.ts';

const codeSpan = /(?<!`)(`+)(?!`)(?:[^`]|(?!\1(?!`))`+)*?[^`]\1(?!`)/gu;

/** Returns the text without its code, which mentions nobody. */
function withoutCode(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const end = endOfCode(lines, at);
    if (end > 0) at = end - 1;
    else kept.push(lines[at]!);
  }
  return kept.join('\n').replaceAll(codeSpan, ' ');
}

/**
 * Returns the distinct identifiers of the people whom this text mentions. If two share a name, it is the first of them.
 */
export const findMentions = (text: string, people: readonly Mentionable[]): string[] =>
  text.includes('@')
    ? [
        ...new Set(
          findAtoms(withoutCode(text), people).flatMap((atom) => (atom.kind === 'mention' ? [atom.identifier] : [])),
        ),
      ]
    : [];

// More mentions than anybody uses; a hostile list must not make rendering slow.
const maxMentions = 50;

/**
 * Returns the names by which a text may mention these people. Whichever is used, the reader sees the name that they
 * know the person by.
 */
export const mentionNamesOf = (
  identifiers: readonly string[],
  personOf: (identifier: string) => Person,
): MentionName[] =>
  identifiers.slice(0, maxMentions).flatMap((identifier) => {
    const { name, aliases = [] } = personOf(identifier);
    return [name, ...aliases].map((alias) => ({ name: alias, identifier, displayName: name }));
  });
