// The place of a picture or a video among the messages, known before it is here.

const maxSize = 340;
const minWidth = 128;
const defaultRatio = { width: 4, height: 3 };
/** Beyond this a strip would be all that is seen; the rest is cut off. */
const maxAspectRatio = 2.6;

/** A width in pixels and a ratio; it never grows with what arrives, so the messages around it stay where they are. */
export function mediaBox({ width, height }: { width?: number; height?: number }): {
  width: number;
  aspectRatio: number;
} {
  const real =
    width && height
      ? { width, height }
      : { width: maxSize, height: maxSize * (defaultRatio.height / defaultRatio.width) };
  const aspectRatio = Math.min(maxAspectRatio, Math.max(1 / maxAspectRatio, real.width / real.height));
  const fitting = Math.min(maxSize, maxSize * aspectRatio, real.width);
  return { width: Math.round(Math.max(fitting, minWidth)), aspectRatio };
}
