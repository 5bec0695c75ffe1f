// Parses the Markdown of a message into the tree of mdast, in which nothing is HTML.
import { limits } from '@amber/proto/limits';
import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { chatSyntax } from './chatSyntax.ts';
import { endOfCode } from './splitMarkdown.ts';
import { findAtoms, type MentionName } from './textParts.ts';

export interface ParsedMarkdown {
  /** The text that the positions of the tree refer to. */
  source: string;
  tree: Root;
}

const gfmSyntax = gfm({ singleTilde: false });
/** Without the transforms, which would search for links by other rules than ours. */
const gfmTree = gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension);

const quoteMark = /^ {0,3}>(?: |$)/u;
const listMark = /^ {0,3}(?:[-*+]|\d{1,9}[.)]) +\S/u;
const isBlank = (line: string): boolean => line.trim() === '';
const isIndented = (line: string): boolean => /^(?: {2}|\t)/u.test(line);
/** The label is bounded, so that the search is linear for any text. */
const namedLink = /\[[^[\]\n]{1,200}\]\([^\s()<>]{1,2000}\)/gu;
/** Deeper nesting takes the parser time in the square of its depth. */
const tooDeep = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t]|$)){8}/mu;

/**
 * Ends each quote and list before a line that does not belong to it. In CommonMark such a line continues the last
 * paragraph; in a chat it is the next thing that somebody says.
 */
function endLazyLines(lines: readonly string[]): string[] {
  const ended: string[] = [];
  let container: 'quote' | 'list' | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const [isQuote, isItem] = [quoteMark.test(line), listMark.test(line)];
    const isIn = container === 'quote' ? isQuote : isItem || isIndented(line);
    const isAfterBlank = isBlank(lines[at - 1] ?? '');
    if (container && !isBlank(line) && !isIn) {
      if (!isAfterBlank) ended.push('');
      container = null;
    }
    if (isQuote && container !== 'list') container = 'quote';
    else if (isItem) container = 'list';
    const codeEnd = container ? 0 : endOfCode(lines, at);
    if (codeEnd > 0) {
      ended.push(...lines.slice(at, codeEnd));
      at = Math.min(codeEnd, lines.length) - 1;
    } else {
      ended.push(line);
    }
  }
  return ended;
}

/** Parses a message; invalid syntax stays text. Returns null for a text that only an attacker would write. */
export function parseMarkdown(text: string, mentions: readonly MentionName[] = []): ParsedMarkdown | null {
  if (text.length > limits.textMax) return null;
  const lines = text
    .replace(/^\u{FEFF}/u, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n');
  const source = endLazyLines(lines).join('\n');
  if (tooDeep.test(source)) return null;
  const named = [...source.matchAll(namedLink)].map(({ index, 0: link }) => ({ from: index, to: index + link.length }));
  let at = 0;
  // The label and the address of a named link belong together, even if the label looks like an address.
  const atoms = findAtoms(source, mentions).filter(({ from, to }) => {
    while (at < named.length && named[at]!.to <= from) at += 1;
    return at >= named.length || named[at]!.from >= to;
  });
  const tree = fromMarkdown(source, { extensions: [gfmSyntax, chatSyntax(source, atoms)], mdastExtensions: gfmTree });
  return { source, tree };
}
