// Decides which texts are so long that only their beginning is shown at first.

/** About a screen on a phone. */
const linesMax = 30;
/** The characters of a line; a wide screen has more, a phone fewer. */
const lineLength = 70;

/** Estimated without measuring, so that a row has its height from the beginning. */
export const isFoldable = (text: string): boolean =>
  text.length > linesMax &&
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / lineLength)), 0) > linesMax;
