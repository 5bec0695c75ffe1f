// Splits a growing text into whole sentences for speech output.
import { stripMarkdown } from '../../markdown/stripMarkdown.ts';

const ends = /[.!?。！？…]["”’)]*(?=\s|$|\p{Script=Han})|\n+/gu;

/** Returns the end index of the last complete sentence; the length of the text if it has ended. */
export function lastSentenceEnd(text: string, hasEnded: boolean): number {
  if (hasEnded) return text.length;
  let last = 0;
  // A sentence end at the very end of the text may continue: "3." becomes "3.5".
  for (const { index, 0: mark } of text.matchAll(ends))
    if (index + mark.length < text.length) last = index + mark.length;
  return last;
}

/** Returns the text without Markdown syntax. */
export const toSpeech = (text: string): string => stripMarkdown(text).trim();
