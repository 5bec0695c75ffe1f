// Finds the word at the caret that can be completed: a name after @ or a shortcode after a colon.

export interface CompletionQuery {
  kind: 'mention' | 'emoji';
  /** The index of its first character, the mark included; it ends at the caret. */
  from: number;
  query: string;
}

const mentionMark = /(?:^|[\s([{"'*_~])@([^\n@]{0,40})$/u;
const emojiMark = /(?:^|[\s([{"'*_~]):([a-z0-9_+-]{2,40})$/iu;
const closedShortcode = /(?:^|[^\w:]):([a-z0-9_+-]{2,40}):$/iu;
const maxLookback = 48;

/** Returns the word before the caret that can be completed, or null if there is none. */
export function completionAt(text: string, caret: number): CompletionQuery | null {
  const before = text.slice(Math.max(0, caret - maxLookback), caret);
  const mention = mentionMark.exec(before);
  if (mention) return { kind: 'mention', from: caret - mention[1]!.length - 1, query: mention[1]! };
  const emoji = emojiMark.exec(before);
  return emoji && { kind: 'emoji', from: caret - emoji[1]!.length - 1, query: emoji[1]! };
}

/** Returns the shortcode that is closed by the colon before the caret, or null. */
export function shortcodeEndingAt(text: string, caret: number): { from: number; code: string } | null {
  const match = closedShortcode.exec(text.slice(Math.max(0, caret - maxLookback), caret));
  return match && { from: caret - match[1]!.length - 2, code: match[1]! };
}

/** Returns the text with the completed word replaced, and the new position of the caret. */
export function applyCompletion(
  text: string,
  from: number,
  caret: number,
  replacement: string,
): { text: string; caret: number } {
  return { text: text.slice(0, from) + replacement + text.slice(caret), caret: from + replacement.length };
}
