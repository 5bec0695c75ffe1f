// How a picture is looked at: how large, and which part of it.

export interface Zoom {
  scale: number;
  /** How far it is moved from the middle, in pixels of the screen. */
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

export const initialZoom: Zoom = { scale: 1, x: 0, y: 0 };
/** Of one press on a button or a key. */
export const zoomStep = 1.5;
const maxScale = 8;

/** Its edges are not drawn in further than the middle of the frame. */
const clampOffset = (value: number, scale: number, length: number): number => {
  const room = ((scale - 1) * length) / 2;
  return Math.min(room, Math.max(-room, value)) + 0; // never -0
};

const clampZoom = ({ scale, x, y }: Zoom, frame: { width: number; height: number }): Zoom => ({
  scale,
  x: clampOffset(x, scale, frame.width),
  y: clampOffset(y, scale, frame.height),
});

/** `by` times as large, with what is under `point` (from the middle of the frame) staying there. */
export function zoomAt(zoom: Zoom, by: number, point: Point, frame: { width: number; height: number }): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * by));
  const ratio = scale / zoom.scale;
  return clampZoom({ scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio }, frame);
}

/** Drawn along with a hand. */
export const panBy = (zoom: Zoom, by: Point, frame: { width: number; height: number }): Zoom =>
  clampZoom({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, frame);
