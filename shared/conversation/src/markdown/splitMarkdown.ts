// Splits Markdown that is still being written into parts that no longer change.

const fence = /^ {0,3}(`{3,}|~{3,})/u;
const listMark = /^( {0,3})([-*+]|\d{1,9}[.)])( +)(?=\S)/u;

const isBlank = (line: string): boolean => line.trim() === '';
const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Whether this line, after a blank one, starts a new block instead of continuing the previous one. */
const startsBlock = (line: string): boolean => indentOf(line) < 2 && !listMark.test(line);

/** Returns the index after the closing fence, or after the last line; 0 if no block of code begins here. */
export function endOfCode(lines: readonly string[], at: number): number {
  const [, marks = ''] = fence.exec(lines[at]!) ?? [];
  // A fence of backticks has none behind it, because that is code within a line.
  if (!marks || (marks.startsWith('`') && lines[at]!.trimStart().slice(marks.length).includes('`'))) return 0;
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end]!.trim();
    if (indentOf(lines[end]!) <= 3 && line.length >= marks.length && line === marks[0]!.repeat(line.length)) break;
    end += 1;
  }
  return end + 1;
}

/**
 * Splits a text at the blank lines where appended text cannot change what precedes. Each part can be parsed on its own.
 */
export function splitMarkdown(text: string): string[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < lines.length) {
    const codeEnd = endOfCode(lines, at);
    if (codeEnd > 0) {
      at = codeEnd;
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
