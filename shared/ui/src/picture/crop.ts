// The crop of a picture as numbers: its centre, zoom and rotation.

export interface Size {
  width: number;
  height: number;
}

/** A position relative to the centre of the frame, in screen pixels. */
export interface Point {
  x: number;
  y: number;
}

/**
 * `x` and `y` are the point at the centre of the frame, as fractions of the rotated picture. `turns` counts clockwise
 * rotations by 90°.
 */
export interface CropView {
  zoom: number;
  x: number;
  y: number;
  turns: 0 | 1 | 2 | 3;
}

export const zoomMax = 8;
export const initialView: CropView = { zoom: 1, x: 0.5, y: 0.5, turns: 0 };

/** Returns the size of the rotated picture. */
export const rotatedSize = ({ width, height }: Size, { turns }: Pick<CropView, 'turns'>): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** Returns the screen pixels per picture pixel: at zoom 1 the picture just covers the frame. */
export function scaleOf(picture: Size, frame: Size, view: CropView): number {
  const { width, height } = rotatedSize(picture, view);
  return view.zoom * Math.max(frame.width / width, frame.height / height);
}

const clamp = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to);

/** Limits a view so that the frame stays within the picture. */
export function clampView(picture: Size, frame: Size, view: CropView): CropView {
  const zoom = clamp(view.zoom, 1, zoomMax);
  const scale = scaleOf(picture, frame, { ...view, zoom });
  const { width, height } = rotatedSize(picture, view);
  const half = { x: frame.width / scale / width / 2, y: frame.height / scale / height / 2 };
  return { ...view, zoom, x: clamp(view.x, half.x, 1 - half.x), y: clamp(view.y, half.y, 1 - half.y) };
}

/** Pans the picture by this number of screen pixels. */
export function panView(picture: Size, frame: Size, view: CropView, { x, y }: Point): CropView {
  const scale = scaleOf(picture, frame, view);
  const { width, height } = rotatedSize(picture, view);
  return clampView(picture, frame, { ...view, x: view.x - x / scale / width, y: view.y - y / scale / height });
}

/** Zooms around the point `at`, which stays in place. */
export function zoomView(
  picture: Size,
  frame: Size,
  view: CropView,
  zoom: number,
  at: Point = { x: 0, y: 0 },
): CropView {
  const current = panView(picture, frame, view, { x: 0, y: 0 });
  const before = scaleOf(picture, frame, current);
  const next = { ...current, zoom: clamp(zoom, 1, zoomMax) };
  const after = scaleOf(picture, frame, next);
  const { width, height } = rotatedSize(picture, view);
  return clampView(picture, frame, {
    ...next,
    x: current.x + (at.x / before - at.x / after) / width,
    y: current.y + (at.y / before - at.y / after) / height,
  });
}

/** Rotates the picture by 90° around the centre of the frame. */
export function rotateView(picture: Size, frame: Size, { zoom, x, y, turns }: CropView, direction: 1 | -1): CropView {
  const next = ((turns + direction + 4) % 4) as CropView['turns'];
  return clampView(
    picture,
    frame,
    direction === 1 ? { zoom, x: 1 - y, y: x, turns: next } : { zoom, x: y, y: 1 - x, turns: next },
  );
}

/** Draws the picture around the centre of a canvas; `scale` is the number of canvas pixels per picture pixel. */
export function draw(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource & Size,
  view: CropView,
  scale: number,
): void {
  const { canvas } = context;
  const { width, height } = rotatedSize(picture, view);
  context.imageSmoothingQuality = 'high';
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  // physical: the origin of a canvas is on the left, also in languages that are written from right to left
  context.translate(canvas.width / 2, canvas.height / 2);
  context.scale(scale, scale);
  context.translate((0.5 - view.x) * width, (0.5 - view.y) * height); // physical: the origin is on the left
  context.rotate((view.turns * Math.PI) / 2);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
}
