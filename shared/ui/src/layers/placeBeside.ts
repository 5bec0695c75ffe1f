// Places something small next to a control: on the wanted side if there is room, always within the window.

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

function at(side: Side, control: Box, { width, height }: Size): { left: number; top: number } {
  const middle = { left: control.left + (control.width - width) / 2, top: control.top + (control.height - height) / 2 };
  const places: Record<Side, { left: number; top: number }> = {
    top: { ...middle, top: control.top - gap - height },
    bottom: { ...middle, top: control.top + control.height + gap },
    left: { ...middle, left: control.left - gap - width },
    right: { ...middle, left: control.left + control.width + gap },
  };
  return places[side];
}

/** Whether it stays inside along the axis on which it leaves the control. */
function fits(side: Side, { left, top }: { left: number; top: number }, size: Size, view: Size): boolean {
  if (side === 'left' || side === 'right') return left >= 0 && left + size.width <= view.width;
  return top >= 0 && top + size.height <= view.height;
}

const within = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/** The corner of a box of this `size`: next to the control, on the other side where the wanted one has no room. */
export function placeBeside(side: Side, control: Box, size: Size, view: Size): { left: number; top: number } {
  const wanted = at(side, control, size);
  const other = opposite[side];
  const place =
    fits(side, wanted, size, view) || !fits(other, at(other, control, size), size, view)
      ? wanted
      : at(other, control, size);
  return { left: within(place.left, view.width - size.width), top: within(place.top, view.height - size.height) };
}
