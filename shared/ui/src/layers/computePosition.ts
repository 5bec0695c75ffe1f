// Computes the position of a small layer next to a control: on the preferred side if there is room, always within the
// window.

export type Side = 'top' | 'right' | 'bottom' | 'left';

interface Size {
  width: number;
  height: number;
}
interface Box extends Size {
  left: number;
  top: number;
}

const gap = 8;
const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

function positionOn(side: Side, control: Box, { width, height }: Size): { left: number; top: number } {
  const middle = { left: control.left + (control.width - width) / 2, top: control.top + (control.height - height) / 2 };
  const positions: Record<Side, { left: number; top: number }> = {
    top: { ...middle, top: control.top - gap - height },
    bottom: { ...middle, top: control.top + control.height + gap },
    left: { ...middle, left: control.left - gap - width },
    right: { ...middle, left: control.left + control.width + gap },
  };
  return positions[side];
}

/** Whether the box stays within the window on the axis on which it is moved away from the control. */
function fits(side: Side, { left, top }: { left: number; top: number }, size: Size, view: Size): boolean {
  if (side === 'left' || side === 'right') return left >= 0 && left + size.width <= view.width;
  return top >= 0 && top + size.height <= view.height;
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/**
 * Returns the top left corner of a box of this size: on the preferred side of the control, or on the opposite one if
 * there is no room.
 */
export function computePosition(side: Side, control: Box, size: Size, view: Size): { left: number; top: number } {
  const preferred = positionOn(side, control, size);
  const other = opposite[side];
  const position =
    fits(side, preferred, size, view) || !fits(other, positionOn(other, control, size), size, view)
      ? preferred
      : positionOn(other, control, size);
  return { left: clamp(position.left, view.width - size.width), top: clamp(position.top, view.height - size.height) };
}
