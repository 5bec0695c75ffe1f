// The sentences of a message's text that are read aloud.
import type { Limits } from '@amber/proto/limits';
import { sentenceEnds } from '@amber/proto/sentences';
import removeMarkdown from 'remove-markdown';
import { textPieces } from './textPieces.ts';

export interface Sentence {
  /** The words to speak. */
  text: string;
  /** UTF-16 offsets in the text of the message. */
  from: number;
  to: number;
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Marks at the beginning of a line: of quotes, headings, lists and their numbers. */
const lineMarks = /^[\s>]*(?:#{1,6}\s+|(?:[-*+]|\d{1,9}[.)])\s+)?/;
/** The number of a list item ends with a full stop, but is no sentence. */
const itemNumber = /^[\s>]*\d{1,9}\.$/;
const address = /\b(?:https?:\/\/|www\.)[^\s<>)\]]+/giu;
const pictographs = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\u20e3|\ufe0f/gu;
/** A tag begins with its name, so "a < b" is none. */
const lessThan = /<(?![a-z/!])/giu;
/** Marks of the format without their other half, because a sentence is only a part of a text; phonemes of eSpeak. */
const leftovers = /[*_~`#|\\^{}[\]<>]+/g;
const controls = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]+/gu;

/** An address is not read character by character: its host says where it leads. */
function hostOf(link: string): string {
  const url = link.startsWith('www.') ? `https://${link}` : link;
  return URL.canParse(url) ? ` ${new URL(url).hostname.replace(/^www\./, '')} ` : ' ';
}

/** Returns the words of a piece of Markdown; empty if there is nothing to speak. */
export function toWords(markdown: string): string {
  const plain = removeMarkdown(markdown.replace(lessThan, ' '))
    .replace(address, hostOf)
    .replace(pictographs, ' ')
    .replace(leftovers, ' ')
    .replace(controls, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : '';
}

/**
 * Returns the sentences that are complete so far. A longer text has the same sentences and further ones, so that the
 * sound of an answer does not depend on when it was heard. `hasEnded`: the text will not grow any more.
 */
export function speakableSentences(
  { text: wholeText, hasEnded }: { text: string; hasEnded: boolean },
  { spokenTextMax, synthesisTextMax }: Pick<Limits, 'spokenTextMax' | 'synthesisTextMax'>,
): Sentence[] {
  const isCut = wholeText.length > spokenTextMax;
  const text = isCut ? wholeText.slice(0, spokenTextMax) : wholeText;
  const sentences: Sentence[] = [];
  let [lineStart, from] = [0, 0];
  let openFence = '';
  for (const end of sentenceEnds(text, hasEnded || isCut)) {
    const raw = text.slice(from, end);
    const isLineStart = from === lineStart;
    const mark = isLineStart ? (fence.exec(raw)?.[1] ?? '') : '';
    const isCode = openFence !== '' || mark !== '';
    if (mark !== '' && openFence === '') openFence = mark;
    else if (mark.startsWith(openFence)) openFence = '';
    const isItemNumber = isLineStart && itemNumber.test(raw) && /[ \t]/.test(text.charAt(end));
    if (!isCode && !isItemNumber) addPieces(raw, from, isLineStart);
    if (text[end - 1] === '\n') lineStart = end;
    from = end;
  }
  return sentences;

  function addPieces(raw: string, start: number, isLineStart: boolean): void {
    let at = start + (isLineStart ? (lineMarks.exec(raw)?.[0].length ?? 0) : 0);
    for (const piece of textPieces(raw.slice(at - start), synthesisTextMax)) {
      const words = toWords(piece).slice(0, synthesisTextMax);
      const leading = piece.length - piece.trimStart().length;
      if (words !== '') sentences.push({ text: words, from: at + leading, to: at + piece.trimEnd().length });
      at += piece.length;
    }
  }
}
