// The size of a picture or a video in the timeline, known before it is loaded.

const maxSize = 340;
const minWidth = 128;
const defaultRatio = { width: 4, height: 3 };
/** Beyond this ratio only a strip would be visible; the rest is cropped. */
const maxAspectRatio = 2.6;

/**
 * Returns a width in pixels and an aspect ratio. The box never grows when the file arrives, so the messages around it
 * do not move.
 */
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
