// The texts of generated messages, as long and as varied as people write.
const words =
  'the moth was found in relay seventy and taped into the logbook before anybody thought of tea so we went on until Thursday with notes about engines that weave numbers as looms weave leaves'.split(
    ' ',
  );

/** The same text for the same number; from two words to three lines. */
function messageText(index: number): string {
  const hash = Math.imul(index ^ 0x5bd1e995, 0x27d4eb2d) >>> 0;
  const length = 2 + (hash % 7 === 0 ? hash % 60 : hash % 14);
  return `${index}: ${Array.from({ length }, (_, at) => words[(hash + at * 7) % words.length]).join(' ')}`;
}

/** Texts repeat after so many. */
export const distinctTexts = 997;

/** The text of a generated message, by its place in its chat. */
export const generatedText = (seq: number): string => messageText(seq % distinctTexts);
