// The lines of an album: pictures of any shapes fill a rectangle, with little of each cropped.

/** Shapes beyond these are cropped: a line of them would be too high or too low. */
const [minRatio, maxRatio] = [0.6, 2.2];
/** The preferred ratio of a line's width to its height, for few and for many pictures. */
const lineRatios = [1.5, 2, 2.7] as const;
/** The album is at most this many times as high as it is wide. */
const maxHeight = 1.4;

export interface AlbumLine {
  /** The indexes of its pictures. */
  items: readonly number[];
  /** Its width divided by its height. */
  ratio: number;
}

/** Returns the ratio of width to height in which a picture is shown; 1 if its size is unknown. */
export const shownRatio = ({ width, height }: { width?: number; height?: number }): number =>
  width && height ? Math.min(maxRatio, Math.max(minRatio, width / height)) : 1;

/** Returns every way to divide `count` items into lines of at most four. */
function* divisions(count: number): Generator<number[]> {
  if (count === 0) yield [];
  for (let length = 1; length <= Math.min(4, count); length += 1)
    for (const rest of divisions(count - length)) yield [length, ...rest];
}

/**
 * Divides pictures of these ratios into lines. All lines are equally wide, and a picture's width follows its ratio, so
 * the shape of the album depends on nothing that is loaded later.
 */
export function albumLayout(ratios: readonly number[]): AlbumLine[] {
  const preferred = ratios.length <= 2 ? lineRatios[0] : ratios.length <= 5 ? lineRatios[1] : lineRatios[2];
  let best: { lines: AlbumLine[]; cost: number } | undefined;
  for (const lengths of divisions(ratios.length)) {
    let from = 0;
    const lines = lengths.map((length): AlbumLine => {
      const items = Array.from({ length }, (_, index) => from + index);
      from += length;
      return { items, ratio: items.reduce((sum, index) => sum + ratios[index]!, 0) };
    });
    const height = lines.reduce((sum, { ratio }) => sum + 1 / ratio, 0);
    const uneven = lines.reduce((sum, { ratio }) => sum + Math.abs(Math.log(ratio / preferred)), 0) / lines.length;
    const cost = uneven + 4 * Math.max(0, height - maxHeight);
    if (!best || cost < best.cost - 1e-9) best = { lines, cost };
  }
  return best?.lines ?? [];
}
