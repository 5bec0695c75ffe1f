// Splits a text without markup into its words, links and mentions.
import { findLinks } from './links.ts';

/** A name as it is written in the text, and the person it belongs to. */
export interface MentionName {
  name: string;
  identifier: string;
  /** The name that the reader knows the person by, if it is different. */
  displayName?: string;
}

export type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; identifier: string };

/** A link or a mention, with its place in the text. */
export type Atom = Exclude<TextPart, { kind: 'text' }> & { from: number; to: number };

/** Letters of scripts that separate words by spaces; in other scripts a name may touch the words around it. */
export const wordLetter = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

const byDescendingLength = (names: readonly MentionName[]) => names.toSorted((a, b) => b.name.length - a.name.length);

function findMentionAt(text: string, at: number, names: readonly MentionName[]): Atom | undefined {
  if (wordLetter.test(text[at - 1] ?? ' ')) return undefined;
  const mention = names.find(
    ({ name }) => name && text.startsWith(name, at + 1) && !wordLetter.test(text[at + 1 + name.length] ?? ' '),
  );
  return (
    mention && {
      kind: 'mention',
      text: `@${mention.displayName ?? mention.name}`,
      identifier: mention.identifier,
      from: at,
      to: at + 1 + mention.name.length,
    }
  );
}

/** Returns the links and mentions of a text, in order. Of names that fit, the longest is mentioned. */
export function findAtoms(text: string, mentions: readonly MentionName[]): Atom[] {
  const links = findLinks(text);
  const names = byDescendingLength(mentions);
  const atoms: Atom[] = [];
  /** The end of the last atom. */
  let end = 0;
  const addMentions = (to: number) => {
    if (names.length === 0) return;
    for (let at = text.indexOf('@', end); at >= 0 && at < to; at = text.indexOf('@', Math.max(end, at + 1))) {
      const mention = findMentionAt(text, at, names);
      if (!mention) continue;
      atoms.push(mention);
      end = mention.to;
    }
  };
  for (const { from, to, href } of links) {
    addMentions(from);
    if (end > from) continue;
    atoms.push({ kind: 'link', text: text.slice(from, to), href, from, to });
    end = to;
  }
  addMentions(text.length);
  return atoms;
}

/** Splits a text into parts that together are the whole text, with the names that the reader knows. */
export function splitText(text: string, mentions: readonly MentionName[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  const addText = (to: number) => {
    if (to > at) parts.push({ kind: 'text', text: text.slice(at, to) });
  };
  for (const atom of findAtoms(text, mentions)) {
    addText(atom.from);
    parts.push(atom);
    at = atom.to;
  }
  addText(text.length);
  return parts;
}
