// Splits a change of a timeline, so that the list never has to insert rows at both ends at once.
import type { TimelineRow } from '../kit/timelineRow.ts';

/** The end of the list that has just changed and is not measured yet. */
export type UnmeasuredEnd = 'start' | 'end' | null;

export interface StagedRows {
  rows: readonly TimelineRow[];
  /** Whether the first row is another one: the list then keeps its scroll distance from the end. */
  shift: boolean;
  /** Whether rows were added after the last one. */
  grows: boolean;
  /** Whether part of the change is not in `rows` yet. */
  isHeld: boolean;
}

const idOf = (row: TimelineRow | undefined): string => row?.message.id ?? '';

/**
 * Returns what to render of `next` when `shown` is rendered. While the start is being measured, the list keeps its
 * distance from the end, so rows added at the end would move the visible ones: they wait, unless the timeline is
 * scrolling to the end anyway. While the end is being measured, rows at the start wait for the same reason.
 */
export function stageRows(
  shown: readonly TimelineRow[],
  next: readonly TimelineRow[],
  unmeasured: UnmeasuredEnd,
  toEnd: boolean,
): StagedRows {
  const ids = new Set(next.map(idOf));
  const last = shown.findLast((row) => ids.has(idOf(row)));
  const shift = shown.length > 0 && idOf(shown[0]) !== idOf(next[0]);
  // The window shows another part of the conversation.
  if (!last) return { rows: next, shift, grows: false, isHeld: false };
  const end = next.findLastIndex((row) => idOf(row) === idOf(last)) + 1;
  const grows = end < next.length;
  if (shift && unmeasured === 'end') return { rows: shown, shift: false, grows: false, isHeld: true };
  if (grows && (shift || (unmeasured === 'start' && !toEnd)))
    return { rows: next.slice(0, end), shift, grows: false, isHeld: true };
  return { rows: next, shift, grows, isHeld: false };
}
