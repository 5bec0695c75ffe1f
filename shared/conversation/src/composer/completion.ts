// What is being typed at the caret that can be completed: a name after @, a shortcode after a colon.

export interface CompletionQuery {
  kind: 'mention' | 'emoji';
  /** Where it begins, with its mark; it ends at the caret. */
  from: number;
  query: string;
}

const mentionMark = /(?:^|[\s([{"'*_~])@([^\n@]{0,40})$/u;
const emojiMark = /(?:^|[\s([{"'*_~]):([a-z0-9_+-]{2,40})$/iu;
const closedShortcode = /(?:^|[^\w:]):([a-z0-9_+-]{2,40}):$/iu;
const maxLookback = 48;

/** The word before the caret that can be completed, null when there is none. */
export function completionAt(text: string, caret: number): CompletionQuery | null {
  const before = text.slice(Math.max(0, caret - maxLookback), caret);
  const mention = mentionMark.exec(before);
  if (mention) return { kind: 'mention', from: caret - mention[1]!.length - 1, query: mention[1]! };
  const emoji = emojiMark.exec(before);
  return emoji && { kind: 'emoji', from: caret - emoji[1]!.length - 1, query: emoji[1]! };
}

/** The shortcode that the colon before the caret has just ended. */
export function shortcodeEndingAt(text: string, caret: number): { from: number; code: string } | null {
  const match = closedShortcode.exec(text.slice(Math.max(0, caret - maxLookback), caret));
  return match && { from: caret - match[1]!.length - 2, code: match[1]! };
}

/** The text with what was being typed replaced, and where the caret is then. */
export function applyCompletion(
  text: string,
  from: number,
  caret: number,
  replacement: string,
): { text: string; caret: number } {
  return { text: text.slice(0, from) + replacement + text.slice(caret), caret: from + replacement.length };
}
