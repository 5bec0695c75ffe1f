// Splits a growing text into whole sentences.

const ends = /[.!?。！？…]["”’)]*(?=\s|$|\p{Script=Han})|\n+/gu;

/**
 * Returns the end indexes of the complete sentences, in order. A sentence end at the very end of the text may continue
 * ("3." becomes "3.5"), so it counts only if the text has ended. A longer text has the same ends and further ones.
 */
export function sentenceEnds(text: string, hasEnded: boolean): number[] {
  const found = Array.from(text.matchAll(ends), ({ index, 0: mark }) => index + mark.length);
  const complete = found.filter((end) => end < text.length);
  return hasEnded && text.length > 0 ? [...complete, text.length] : complete;
}

/** Returns the end index of the last complete sentence; the length of the text if it has ended. */
export const lastSentenceEnd = (text: string, hasEnded: boolean): number => sentenceEnds(text, hasEnded).at(-1) ?? 0;
