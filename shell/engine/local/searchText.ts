// Normalizes text for search: ignores letter case, accents and variant letter forms, in every script.

/** Letters that readers treat as equal but Unicode does not. */
const letterVariants = new Map([
  ['ς', 'σ'],
  ['ß', 'ss'],
  ['ı', 'i'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['đ', 'd'],
]);

const foldLetter = (letter: string): string => {
  const plain = letter.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return letterVariants.get(plain) ?? plain;
};

const isSpace = /\s/u;
/** Most texts are ASCII, which needs no table. */
const isPlain = /^[\x20-\x7e]*$/;

/** Returns the normalized text, with one space between words. */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return Array.from(text, (letter) => (isSpace.test(letter) ? ' ' : foldLetter(letter)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** How many characters of a message are shown, and how many of them before the first match. */
const [excerptLength, leadLength] = [160, 40];

/** Returns the part of a text around the first match of these normalized words, and the ranges of all matches in it. */
export function excerptOf(text: string, words: readonly string[]): { excerpt: string; ranges: [number, number][] } {
  // The text is normalized letter by letter, so that each offset of the result has one in the original.
  const letters = Array.from(text, (letter) => (isSpace.test(letter) ? ' ' : foldLetter(letter)));
  const starts: number[] = [];
  let [folded, offset] = ['', 0];
  for (const [index, letter] of Array.from(text).entries()) {
    for (let count = 0; count < letters[index]!.length; count += 1) starts.push(offset);
    folded += letters[index]!;
    offset += letter.length;
  }
  starts.push(offset);
  const all = words
    .flatMap((word) => {
      const found: [number, number][] = [];
      for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
        found.push([starts[at]!, ends(at + word.length)]);
      return found;
    })
    .sort(([one], [other]) => one - other);
  /** Returns the offset after the letter at the last position, including its accents. */
  function ends(at: number): number {
    let end = at;
    while (end < folded.length && starts[end] === starts[at - 1]) end += 1;
    return starts[end]!;
  }
  const from = Math.max(0, (all[0]?.[0] ?? 0) - leadLength);
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1 || from;
  const first = start > (all[0]?.[0] ?? 0) ? from : start;
  const excerpt = text.slice(first, first + excerptLength).replace(/\s/g, ' ');
  const ranges: [number, number][] = [];
  for (const [one, end] of all) {
    const last = ranges.at(-1);
    if (end - first > excerpt.length) break;
    if (last && one - first <= last[1]) last[1] = Math.max(last[1], end - first);
    else ranges.push([one - first, end - first]);
  }
  return { excerpt, ranges };
}
