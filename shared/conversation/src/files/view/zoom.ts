// The zoom and pan of a picture.

export interface Zoom {
  scale: number;
  /** The offset from the centre, in CSS pixels. */
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

export const initialZoom: Zoom = { scale: 1, x: 0, y: 0 };
/** The factor of one press on a button or a key. */
export const zoomStep = 1.5;
const maxScale = 8;

/** Limits the offset, so that a picture as large as the frame always covers it. */
const clampOffset = (value: number, scale: number, length: number): number => {
  const room = ((scale - 1) * length) / 2;
  return Math.min(room, Math.max(-room, value)) + 0; // never -0
};

const clampZoom = ({ scale, x, y }: Zoom, frame: { width: number; height: number }): Zoom => ({
  scale,
  x: clampOffset(x, scale, frame.width),
  y: clampOffset(y, scale, frame.height),
});

/** Zooms by the factor `by` and keeps the content under `point` (relative to the centre of the frame) where it is. */
export function zoomAt(zoom: Zoom, by: number, point: Point, frame: { width: number; height: number }): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * by));
  const ratio = scale / zoom.scale;
  return clampZoom({ scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio }, frame);
}

/** Moves the picture by an offset, within its limits. */
export const panBy = (zoom: Zoom, by: Point, frame: { width: number; height: number }): Zoom =>
  clampZoom({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame);
