// Parses the Markdown subset that people use in chats into a typed tree, which cannot contain HTML.
import { type Inline, type MentionName, parseInline } from './inline.ts';

export type Block =
  | { kind: 'paragraph' | 'heading'; inlines: Inline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] };

const maxDepth = 4; // the nesting of quotes and lists; deeper syntax is text
// Anything but a language after the fence makes the block text, so that no word is lost.
const fence = /^ {0,3}(`{3,}) *([\w+#.-]{0,30}) *$/u;
const quoteMark = /^ {0,3}>(?: |$)/u; // a space is required, because >_< is a face
const listMark = /^( {0,3})([-*+•]|\d{1,3}[.)])( +)(?=\S)/u;
const heading = /^#{1,3} +(?=\S)/u;
const ordered = /\d/u;

const isBlank = (line: string): boolean => line.trim() === '';
const indentOf = (line: string): number => line.length - line.trimStart().length;

interface ParsedBlock {
  block: Block;
  /** The index of the first line after the block. */
  next: number;
}

/**
 * Parses a code block up to its closing fence, or to the end, so that a streaming answer shows its unfinished block.
 */
function parseCode(lines: readonly string[], at: number): ParsedBlock | null {
  const [, marks = '', language = ''] = fence.exec(lines[at]!) ?? [];
  if (!marks) return null;
  let end = at + 1;
  while (end < lines.length && !(lines[end]!.trim().length >= marks.length && /^ {0,3}`+\s*$/u.test(lines[end]!)))
    end += 1;
  return {
    block: { kind: 'code', language: language.toLowerCase(), text: lines.slice(at + 1, end).join('\n') },
    next: end + 1,
  };
}

/** Whether this line, after a blank one, starts a new block instead of continuing the previous one. */
const startsBlock = (line: string): boolean => indentOf(line) < 2 && !listMark.test(line);

/**
 * Splits a text at the blank lines where appended text cannot change what precedes. Each part can be parsed on its own.
 */
export function splitMarkdown(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < lines.length) {
    const code = parseCode(lines, at);
    if (code) {
      at = code.next;
      continue;
    }
    let next = at;
    while (next < lines.length && isBlank(lines[next]!)) next += 1;
    if (next > at && next < lines.length && startsBlock(lines[next]!)) {
      if (at > from) parts.push(lines.slice(from, at).join('\n'));
      from = next;
    }
    at = Math.max(next, at + 1);
  }
  return [...parts, lines.slice(from).join('\n')];
}

function parseQuote(
  lines: readonly string[],
  at: number,
  depth: number,
  mentions: readonly MentionName[],
): ParsedBlock | null {
  let end = at;
  while (end < lines.length && quoteMark.test(lines[end]!)) end += 1;
  if (end === at) return null;
  const inner = lines.slice(at, end).map((line) => line.replace(quoteMark, ''));
  return { block: { kind: 'quote', blocks: parseBlocks(inner, depth + 1, mentions) }, next: end };
}

function parseList(
  lines: readonly string[],
  at: number,
  depth: number,
  mentions: readonly MentionName[],
): ParsedBlock | null {
  const first = listMark.exec(lines[at]!);
  if (!first) return null;
  const isOrdered = ordered.test(first[2]!);
  const items: string[][] = [];
  let width = 0;
  let next = at;
  while (next < lines.length) {
    const line = lines[next]!;
    const mark = listMark.exec(line);
    if (mark && ordered.test(mark[2]!) === isOrdered && (items.length === 0 || mark[1]!.length < width)) {
      width = mark[0].length;
      items.push([line.slice(width)]);
    } else if (!isBlank(line) && indentOf(line) >= Math.min(width, 2)) {
      items.at(-1)!.push(line.slice(Math.min(width, indentOf(line))));
    } else if (
      isBlank(line) &&
      next + 1 < lines.length &&
      (indentOf(lines[next + 1]!) >= 2 || listMark.test(lines[next + 1]!)) &&
      !isBlank(lines[next + 1]!)
    ) {
      items.at(-1)!.push('');
    } else {
      break;
    }
    next += 1;
  }
  const block: Block = {
    kind: 'list',
    ordered: isOrdered,
    start: isOrdered ? Number.parseInt(first[2]!, 10) : 1,
    items: items.map((item) => parseBlocks(item, depth + 1, mentions)),
  };
  return { block, next };
}

const blockParsers = [parseCode, parseQuote, parseList];

function parseBlocks(lines: readonly string[], depth: number, mentions: readonly MentionName[]): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    const text = paragraph.join('\n').replace(/^\n+/u, '').trimEnd();
    if (text) blocks.push({ kind: 'paragraph', inlines: parseInline(text, mentions) });
    paragraph = [];
  };
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    let parsed: ParsedBlock | null = null;
    for (const parseBlock of blockParsers)
      if (!parsed && depth < maxDepth) parsed = parseBlock(lines, at, depth, mentions);
    if (!parsed && heading.test(line))
      parsed = { block: { kind: 'heading', inlines: parseInline(line.replace(heading, ''), mentions) }, next: at + 1 };
    if (parsed) {
      endParagraph();
      blocks.push(parsed.block);
      at = parsed.next;
    } else {
      paragraph.push(line);
      at += 1;
    }
  }
  endParagraph();
  return blocks;
}

/** Parses a message into a tree, in time linear to its length. It accepts any text; invalid syntax stays text. */
export const parseMarkdown = (text: string, mentions: readonly MentionName[] = []): Block[] =>
  parseBlocks(text.replaceAll('\r\n', '\n').split('\n'), 0, mentions);
