// Reads from the document which messages are in view.
import type { TimelineRow } from '../kit/timelineRow.ts';
import { lastSeenSeq, type PlacedRow } from './lastSeenSeq.ts';
import type { NewLinePlace } from './useSeenRows.ts';

/** Returns the position of the last message that is in view, and where the 'New' line is. */
export function lookAtRows(
  log: HTMLElement,
  rows: readonly TimelineRow[],
): { lastSeen: number; newLine: NewLinePlace } {
  const view = log.getBoundingClientRect();
  const byId = new Map(rows.map((row) => [row.message.id, row]));
  const placed: PlacedRow[] = [];
  let newLine: NewLinePlace = 'none';
  for (const element of log.querySelectorAll<HTMLElement>('[data-message]')) {
    const row = byId.get(element.dataset['message'] ?? '');
    const { top, bottom } = element.getBoundingClientRect();
    if (!row || bottom === top) continue;
    placed.push({ top, bottom, seq: row.message.seq });
    if (row.isFirstUnread) newLine = bottom <= view.top ? 'above' : top >= view.bottom ? 'below' : 'inView';
  }
  return { lastSeen: lastSeenSeq(placed, view), newLine };
}
