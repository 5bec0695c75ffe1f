// Computes how far a reader has read from what is on screen.

/** A mounted row: its edges in pixels, and the position of its message; 0 for one that is not sent yet. */
export interface PlacedRow {
  top: number;
  bottom: number;
  seq: number;
}

/**
 * Returns the position of the last message that is seen; 0 if there is none. A message is seen if at least half of it is
 * in view, or if it fills at least half of the view.
 */
export function lastSeenSeq(rows: Iterable<PlacedRow>, view: { top: number; bottom: number }): number {
  let last = 0;
  for (const { top, bottom, seq } of rows) {
    const visible = Math.min(bottom, view.bottom) - Math.max(top, view.top);
    if (visible > 0 && visible >= Math.min(bottom - top, view.bottom - view.top) / 2) last = Math.max(last, seq);
  }
  return last;
}
