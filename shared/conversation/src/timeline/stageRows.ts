// Takes a change of a timeline apart, so that the list never has to take rows in at both ends at once.
import type { TimelineRow } from '../kit/timelineRow.ts';

/** Which end of the list has just changed, and is not measured yet. */
export type UnmeasuredEnd = 'start' | 'end' | null;

export interface StagedRows {
  rows: readonly TimelineRow[];
  /** Another row has become the first one: what is read keeps its distance from the end. */
  shift: boolean;
  /** Rows have come in behind the last one. */
  grows: boolean;
  /** Not all of the change is in `rows`. */
  isHeld: boolean;
}

const idOf = (row: TimelineRow | undefined): string => row?.message.id ?? '';

/**
 * What to show of `next` after `shown`. While the start is being measured, the list keeps its distance from the end, and
 * what comes in there would move what is read: it waits, unless the reader is being taken to the end anyway. While the
 * end is being measured, the start waits for the same reason.
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
  // Another part of the conversation.
  if (!last) return { rows: next, shift, grows: false, isHeld: false };
  const end = next.findLastIndex((row) => idOf(row) === idOf(last)) + 1;
  const grows = end < next.length;
  if (shift && unmeasured === 'end') return { rows: shown, shift: false, grows: false, isHeld: true };
  if (grows && (shift || (unmeasured === 'start' && !toEnd)))
    return { rows: next.slice(0, end), shift, grows: false, isHeld: true };
  return { rows: next, shift, grows, isHeld: false };
}
