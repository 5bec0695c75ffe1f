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

interface Size {
  width: number;
  height: number;
}

/** The size of the frame, and that of the picture without zoom, which is scaled down to fit the frame. */
export interface ZoomBounds {
  frame: Size;
  picture: Size;
}

export const initialZoom: Zoom = { scale: 1, x: 0, y: 0 };
/** The factor of one press on a button or a key. */
export const zoomStep = 1.5;
const maxScale = 8;

/** Limits the offset to the edges of the picture. In a direction in which it fits the frame, it stays centred. */
const clampOffset = (value: number, pictureLength: number, frameLength: number): number => {
  const room = Math.max(0, (pictureLength - frameLength) / 2);
  return Math.min(room, Math.max(-room, value)) + 0; // never -0
};

function clampZoom({ scale, x, y }: Zoom, { frame, picture }: ZoomBounds): Zoom {
  const shown = scale * Math.min(1, frame.width / picture.width, frame.height / picture.height);
  return {
    scale,
    x: clampOffset(x, shown * picture.width, frame.width),
    y: clampOffset(y, shown * picture.height, frame.height),
  };
}

/** Zooms by the factor `by` and keeps the content under `point` (relative to the centre of the frame) where it is. */
export function zoomAt(zoom: Zoom, by: number, point: Point, bounds: ZoomBounds): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * by));
  const ratio = scale / zoom.scale;
  return clampZoom({ scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio }, bounds);
}

/** Moves the picture by an offset, within its limits. */
export const panBy = (zoom: Zoom, by: Point, bounds: ZoomBounds): Zoom =>
  clampZoom({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, bounds);
