// The texts of generated messages, with realistic length and variety.
const words =
  'the moth was found in relay seventy and taped into the logbook before anybody thought of tea so we went on until Thursday with notes about engines that weave numbers as looms weave leaves'.split(
    ' ',
  );

/** The same text for the same number; its length is between two words and three lines. */
function messageText(index: number): string {
  const hash = Math.imul(index ^ 0x5bd1e995, 0x27d4eb2d) >>> 0;
  const length = 2 + (hash % 7 === 0 ? hash % 60 : hash % 14);
  return `${index}: ${Array.from({ length }, (_, at) => words[(hash + at * 7) % words.length]).join(' ')}`;
}

/** Texts repeat after this many. */
export const distinctTexts = 997;

/** The text of a generated message, by its seq in its chat. */
export const generatedText = (seq: number): string => messageText(seq % distinctTexts);
