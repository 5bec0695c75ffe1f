import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clampView,
  panView,
  scaleOf,
  rotateView,
  rotatedSize,
  type CropView,
  initialView,
  zoomView,
  zoomMax,
} from './crop.ts';

const picture = { width: 400, height: 200 };
const frame = { width: 100, height: 100 };

test('at first the middle of the picture fills the frame', () => {
  expect(scaleOf(picture, frame, initialView)).toBe(0.5);
  expect(clampView(picture, frame, initialView)).toEqual(initialView);
});

test('dragging to the right shows what is to the left, up to the edge', () => {
  expect(panView(picture, frame, initialView, { x: 20, y: 30 })).toMatchObject({ x: 0.4, y: 0.5 });
  expect(panView(picture, frame, initialView, { x: 999, y: 0 })).toMatchObject({ x: 0.25 });
});

test('zooming keeps what is under the pointer there', () => {
  const at = { x: 30, y: -20 };
  const place = (view: CropView) => {
    const scale = scaleOf(picture, frame, view);
    return [view.x + at.x / scale / picture.width, view.y + at.y / scale / picture.height];
  };
  const next = zoomView(picture, frame, initialView, 3, at);
  expect(next.zoom).toBe(3);
  expect(place(next)[0]).toBeCloseTo(place(initialView)[0]!);
  expect(place(next)[1]).toBeCloseTo(place(initialView)[1]!);
});

test('turning four times ends where it began', () => {
  const start = clampView(picture, frame, { zoom: 2, x: 0.3, y: 0.6, turns: 0 });
  const once = rotateView(picture, frame, start, 1);
  expect(once).toMatchObject({ turns: 1, x: 0.4, y: 0.3 });
  expect(rotateView(picture, frame, once, -1)).toEqual(start);
});

test('whatever is done, the frame stays within the picture', () => {
  const side = fc.integer({ min: 1, max: 20_000 });
  const step = fc.oneof(
    fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) }),
    fc.double({ min: -1, max: 20, noNaN: true }),
    fc.constantFrom(1 as const, -1 as const).map((turn) => ({ turn })),
  );
  fc.assert(
    fc.property(side, side, fc.array(step, { maxLength: 20 }), (width, height, steps) => {
      const size = { width, height };
      let view = initialView;
      for (const one of steps)
        view =
          typeof one === 'number'
            ? zoomView(size, frame, view, one, { x: 40, y: -40 })
            : 'turn' in one
              ? rotateView(size, frame, view, one.turn)
              : panView(size, frame, view, one);
      const scale = scaleOf(size, frame, view);
      const now = rotatedSize(size, view);
      expect(view.zoom).toBeGreaterThanOrEqual(1);
      expect(view.zoom).toBeLessThanOrEqual(zoomMax);
      for (const [at, length, shown] of [
        [view.x, now.width, frame.width],
        [view.y, now.height, frame.height],
      ] as const) {
        expect(at * length * scale - shown / 2).toBeGreaterThan(-0.001 * shown);
        expect((1 - at) * length * scale - shown / 2).toBeGreaterThan(-0.001 * shown);
      }
    }),
    { numRuns: 200 },
  );
});
