// Normalises words for search: ignores letter case, accents and variant letter forms, in every script.

/** Letters that are the same to a reader but not to Unicode. */
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
/** The letters of most texts need no table. */
const isPlain = /^[\x20-\x7e]*$/;

/** The normalised text, with one space between words. */
export function fold(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim();
  return Array.from(text, (letter) => (isSpace.test(letter) ? ' ' : foldLetter(letter)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** How much of a message is shown, and how much of that before the first match. */
const [excerptLength, leadLength] = [160, 40];

/** The part of a text around the first of these folded words, and the ranges of all matches in it. */
export function excerptOf(text: string, words: readonly string[]): { excerpt: string; ranges: [number, number][] } {
  // Letter by letter, so that a place in the folded text is one in the text.
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
  /** Past the letter that the last place belongs to, its accents included. */
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
