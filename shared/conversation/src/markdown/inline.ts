// Parses inline Markdown: emphasis, code, links and mentions.
import { findLinks, normalizeHref } from './links.ts';

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; identifier: string }
  | { kind: 'strong' | 'em' | 'strike'; inlines: Inline[] };

/** A name as it is written in the text, and the person it belongs to. */
export interface MentionName {
  name: string;
  identifier: string;
  /** The name that the reader knows the person by, if it is different. */
  displayName?: string;
}

const delimiters: Record<string, readonly string[]> = {
  '*': ['*'],
  '**': ['**'],
  '***': ['**', '*'],
  _: ['_'],
  __: ['__'],
  ___: ['__', '_'],
  '~~': ['~~'],
};
const kindByDelimiter: Record<string, 'strong' | 'em' | 'strike'> = {
  '*': 'em',
  _: 'em',
  '**': 'strong',
  __: 'strong',
  '~~': 'strike',
};

// Letters of scripts that separate words by spaces: a star between two such letters is literal. In other scripts there
// is no space to put a delimiter at.
const wordLetter = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;
const space = /\s/u;
const special = /[`*_~[\\@]/u;
const escapable = '*~`[';
// The length limits bound each attempt, so parsing is linear for any text.
const namedLink = /\[([^[\]\n]{1,200})\]\(([^\s()<>]{1,2000})\)/uy;

/**
 * Returns a function that finds the next run of backticks of the same length. The runs are indexed once, so that
 * hostile texts stay linear.
 */
function createCodeEndFinder(text: string): (from: number, length: number) => number {
  const runs = new Map<number, number[]>();
  for (const { index, 0: run } of text.matchAll(/`+/gu)) {
    const positions = runs.get(run.length);
    if (positions) positions.push(index);
    else runs.set(run.length, [index]);
  }
  const next = new Map<number, number>();
  return (from, length) => {
    const positions = runs.get(length) ?? [];
    let at = next.get(length) ?? 0;
    while (at < positions.length && positions[at]! < from) at += 1;
    next.set(length, at);
    return positions[at] ?? -1;
  };
}

/** A link whose label is one address must not lead to another. */
function isLabelConsistent(label: string, href: string): boolean {
  const labelLink = findLinks(label)[0];
  return !labelLink || labelLink.href === href;
}

class InlineBuilder {
  private readonly open: { delimiter: string; inlines: Inline[] }[] = [{ delimiter: '', inlines: [] }];

  private get inlines(): Inline[] {
    return this.open.at(-1)!.inlines;
  }

  add(inline: Inline): void {
    const last = this.inlines.at(-1);
    if (inline.kind === 'text' && last?.kind === 'text') last.text += inline.text;
    else if (inline.kind !== 'text' || inline.text) this.inlines.push(inline);
  }

  isOpen(delimiter: string): boolean {
    return this.open.some((frame) => frame.delimiter === delimiter);
  }

  // Each delimiter is open at most once, so there are never more than five frames to search.
  begin(delimiter: string): void {
    this.open.push({ delimiter, inlines: [] });
  }

  end(delimiter: string): void {
    while (this.open.at(-1)!.delimiter !== delimiter) this.unwindUnclosed();
    const { inlines } = this.open.pop()!;
    this.add({ kind: kindByDelimiter[delimiter]!, inlines });
  }

  /** Turns the innermost unclosed delimiter back into text. */
  private unwindUnclosed(): void {
    const { delimiter, inlines } = this.open.pop()!;
    this.add({ kind: 'text', text: delimiter });
    for (const inline of inlines) this.add(inline);
  }

  finish(): Inline[] {
    while (this.open.length > 1) this.unwindUnclosed();
    return this.inlines;
  }
}

/** Parses a text without block syntax into a tree, in linear time. Invalid syntax stays text. */
export function parseInline(text: string, mentions: readonly MentionName[] = []): Inline[] {
  const builder = new InlineBuilder();
  const links = new Map(findLinks(text).map((link) => [link.from, link]));
  const findCodeEnd = createCodeEndFinder(text);
  const names = mentions.toSorted((a, b) => b.name.length - a.name.length);
  let at = 0;
  let textStart = 0;
  const flushText = () => builder.add({ kind: 'text', text: text.slice(textStart, at) });
  const consume = (to: number, inline?: Inline) => {
    flushText();
    if (inline) builder.add(inline);
    at = to;
    textStart = to;
  };

  while (at < text.length) {
    const char = text[at]!;
    const link = links.get(at);
    if (link) {
      consume(link.to, { kind: 'link', text: text.slice(link.from, link.to), href: link.href });
    } else if (!special.test(char)) {
      at += 1;
    } else if (char === '`') {
      let length = 1;
      while (text[at + length] === '`') length += 1;
      const end = findCodeEnd(at + length, length);
      const code = text.slice(at + length, end);
      if (end < 0) at += length;
      else consume(end + length, { kind: 'code', text: /^ .*\S.* $/su.test(code) ? code.slice(1, -1) : code });
    } else if (char === '\\') {
      if (escapable.includes(text[at + 1] ?? ' ')) {
        consume(at + 1);
        at += 1; // the escaped character itself, as text
      } else {
        at += text[at + 1] === '_' ? 2 : 1; // preserves the arm of ¯\_(ツ)_/¯
      }
    } else if (char === '[') {
      namedLink.lastIndex = at;
      const match = namedLink.exec(text);
      const href = match && normalizeHref(match[2]!);
      if (match && href && isLabelConsistent(match[1]!, href))
        consume(namedLink.lastIndex, { kind: 'link', text: match[1]!, href });
      else at += 1;
    } else if (char === '@') {
      const mention = wordLetter.test(text[at - 1] ?? ' ')
        ? undefined
        : names.find(
            ({ name }) => name && text.startsWith(name, at + 1) && !wordLetter.test(text[at + 1 + name.length] ?? ' '),
          );
      if (mention)
        consume(at + 1 + mention.name.length, {
          kind: 'mention',
          text: `@${mention.displayName ?? mention.name}`,
          identifier: mention.identifier,
        });
      else at += 1;
    } else {
      let length = 1;
      while (text[at + length] === char) length += 1;
      const run = text.slice(at, at + length);
      const before = text[at - 1] ?? ' ';
      const after = text[at + length] ?? ' ';
      const parts = delimiters[run] ?? [];
      const canEnd = !space.test(before) && !wordLetter.test(after);
      const canBegin = !space.test(after) && !wordLetter.test(before) && before !== '\\';
      if (canEnd && parts.length > 0 && parts.every((part) => builder.isOpen(part))) {
        consume(at + length);
        for (const part of parts.toReversed()) if (builder.isOpen(part)) builder.end(part);
      } else if (canBegin && parts.length > 0 && !parts.some((part) => builder.isOpen(part))) {
        consume(at + length);
        for (const part of parts) builder.begin(part);
      } else {
        at += length;
      }
    }
  }
  flushText();
  return builder.finish();
}
