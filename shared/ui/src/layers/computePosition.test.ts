import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computePosition, type Side } from './computePosition.ts';

const view = { width: 400, height: 300 };
const size = { width: 80, height: 20 };
const middle = { left: 180, top: 130, width: 40, height: 40 };

describe('where a tooltip stands', () => {
  it.each([
    ['bottom', { left: 160, top: 178 }],
    ['top', { left: 160, top: 102 }],
    ['right', { left: 228, top: 140 }],
    ['left', { left: 92, top: 140 }],
  ] as const)('in the middle on the %s of the control', (side, place) => {
    expect(computePosition(side, middle, size, view)).toEqual(place);
  });

  it('on the other side at an edge', () => {
    expect(computePosition('bottom', { ...middle, top: 260 }, size, view).top).toBe(232);
    expect(computePosition('left', { ...middle, left: 0 }, size, view).left).toBe(48);
  });

  it('within the window, wherever the control is', () => {
    const control = fc.record({ left: fc.integer({ min: 0, max: 360 }), top: fc.integer({ min: 0, max: 260 }) });
    fc.assert(
      fc.property(control, fc.constantFrom<Side>('top', 'right', 'bottom', 'left'), (corner, side) => {
        const { left, top } = computePosition(side, { ...middle, ...corner }, size, view);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + size.width).toBeLessThanOrEqual(view.width);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top + size.height).toBeLessThanOrEqual(view.height);
      }),
    );
  });
});
