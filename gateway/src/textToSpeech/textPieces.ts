// Cuts long texts where a speaker would pause.

/** The end of the first piece: behind a space or a comma in its second half if there is one. */
function pieceEnd(text: string, max: number): number {
  if (text.length <= max) return text.length;
  const gap = /^.*[\s,;:，、；：。]/su.exec(text.slice(0, max))?.[0].length ?? 0;
  if (gap > max / 2) return gap;
  // A pair of surrogates stays together.
  return /[\ud800-\udbff]/.test(text[max - 1]!) ? max - 1 : max;
}

/** Returns pieces of at most `max` UTF-16 units, which together are the text. */
export function textPieces(text: string, max: number): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== '';) {
    const end = pieceEnd(rest, max);
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return pieces;
}
