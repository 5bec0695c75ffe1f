// The one or two letters that represent a name.

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const firstOf = (word: string): string => segmenter.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** Returns the first letters of the first and the last word, in capitals. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : [words[0] ?? ''];
  return letters.map(firstOf).join('').toLocaleUpperCase('en');
}
