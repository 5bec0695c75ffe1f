// The place of a picture or a video among the messages, known before it is here.

const most = 340;
const least = 128;
const unknown = { width: 4, height: 3 };
/** Beyond this a strip would be all that is seen; the rest is cut off. */
const widest = 2.6;

/** A width in pixels and a ratio; it never grows with what arrives, so the messages around it stay where they are. */
export function mediaBox({ width, height }: { width?: number; height?: number }): {
  width: number;
  aspectRatio: number;
} {
  const real = width && height ? { width, height } : { width: most, height: most * (unknown.height / unknown.width) };
  const aspectRatio = Math.min(widest, Math.max(1 / widest, real.width / real.height));
  const fitting = Math.min(most, most * aspectRatio, real.width);
  return { width: Math.round(Math.max(fitting, least)), aspectRatio };
}
