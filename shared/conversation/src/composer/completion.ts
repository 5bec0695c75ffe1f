// What is being typed at the caret that can be completed: a name after @, a shortcode after a colon.

export interface Completing {
  kind: 'mention' | 'emoji';
  /** Where it begins, with its mark; it ends at the caret. */
  from: number;
  query: string;
}

const mentionMark = /(?:^|[\s([{"'*_~])@([^\n@]{0,40})$/u;
const emojiMark = /(?:^|[\s([{"'*_~]):([a-z0-9_+-]{2,40})$/iu;
const wholeCode = /(?:^|[^\w:]):([a-z0-9_+-]{2,40}):$/iu;
const farthest = 48;

/** The word before the caret that can be completed, null when there is none. */
export function completingAt(text: string, caret: number): Completing | null {
  const before = text.slice(Math.max(0, caret - farthest), caret);
  const mention = mentionMark.exec(before);
  if (mention) return { kind: 'mention', from: caret - mention[1]!.length - 1, query: mention[1]! };
  const emoji = emojiMark.exec(before);
  return emoji && { kind: 'emoji', from: caret - emoji[1]!.length - 1, query: emoji[1]! };
}

/** The shortcode that the colon before the caret has just ended. */
export function codeEndedAt(text: string, caret: number): { from: number; code: string } | null {
  const match = wholeCode.exec(text.slice(Math.max(0, caret - farthest), caret));
  return match && { from: caret - match[1]!.length - 2, code: match[1]! };
}

/** The text with what was being typed replaced, and where the caret is then. */
export function complete(text: string, from: number, caret: number, put: string): { text: string; caret: number } {
  return { text: text.slice(0, from) + put + text.slice(caret), caret: from + put.length };
}
