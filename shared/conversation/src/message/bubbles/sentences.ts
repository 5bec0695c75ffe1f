// Cuts a text that grows into what can be read aloud: whole sentences.
import { stripMarkdown } from '../../markdown/stripMarkdown.ts';

const ends = /[.!?。！？…]["”’)]*(?=\s|$|\p{Script=Han})|\n+/gu;

/** Where the last whole sentence of this text ends; all of it when the text has ended. */
export function lastSentenceEnd(text: string, hasEnded: boolean): number {
  if (hasEnded) return text.length;
  let last = 0;
  // What stands at the very end may go on: "3." becomes "3.5".
  for (const { index, 0: mark } of text.matchAll(ends))
    if (index + mark.length < text.length) last = index + mark.length;
  return last;
}

/** These words, without the marks of their format. */
export const toSpeech = (text: string): string => stripMarkdown(text).trim();
