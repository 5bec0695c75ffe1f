import { expect, test } from 'vitest';
import { panBy, initialZoom, zoomAt } from './zoom.ts';

const size = { width: 1000, height: 600 };
/** A picture that fills its frame. */
const frame = { frame: size, picture: size };
const middle = { x: 0, y: 0 };

test('R181 what is under the pointer stays there while a picture is enlarged', () => {
  const once = zoomAt(initialZoom, 2, { x: 100, y: 50 }, frame);
  expect(once).toEqual({ scale: 2, x: -100, y: -50 });
  const twice = zoomAt(once, 2, { x: 100, y: 50 }, frame);
  // The point of the picture that is there, before and after.
  expect((100 - twice.x) / twice.scale).toBe((100 - once.x) / once.scale);
});

test('R181 a picture is never smaller than whole, nor larger than eight times, nor out of its frame', () => {
  expect(zoomAt(initialZoom, 0.5, { x: 100, y: 50 }, frame)).toEqual(initialZoom);
  expect(zoomAt(initialZoom, 100, middle, frame).scale).toBe(8);
  expect(zoomAt({ scale: 2, x: 500, y: 300 }, 0.1, middle, frame)).toEqual(initialZoom);
  expect(panBy({ scale: 2, x: 0, y: 0 }, { x: 9999, y: -9999 }, frame)).toEqual({ scale: 2, x: 500, y: -300 });
  expect(panBy(initialZoom, { x: 50, y: 50 }, frame)).toEqual(initialZoom);
});

test('R181 a picture that is smaller than its frame is not moved out of it', () => {
  const small = { frame: size, picture: { width: 300, height: 400 } };
  // Enlarged by two, it is narrower than the frame and higher: it moves only up and down, up to its edges.
  expect(panBy({ scale: 2, x: 0, y: 0 }, { x: 9999, y: 9999 }, small)).toEqual({ scale: 2, x: 0, y: 100 });
  expect(panBy({ scale: 8, x: 0, y: 0 }, { x: 9999, y: -9999 }, small)).toEqual({ scale: 8, x: 700, y: -1300 });
  expect(zoomAt(initialZoom, 2, { x: 400, y: 0 }, small)).toEqual({ scale: 2, x: 0, y: 0 });
  // A large one is shown as large as it fits: 800 by 600.
  const large = { frame: size, picture: { width: 4000, height: 3000 } };
  expect(panBy({ scale: 2, x: 0, y: 0 }, { x: 9999, y: 9999 }, large)).toEqual({ scale: 2, x: 300, y: 300 });
  const unloaded = { frame: size, picture: { width: 0, height: 0 } };
  expect(panBy({ scale: 2, x: 0, y: 0 }, { x: 9999, y: 9999 }, unloaded)).toEqual({ scale: 2, x: 0, y: 0 });
});
