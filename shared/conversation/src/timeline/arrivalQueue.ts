// Collects the messages that arrive at the end of a timeline, to announce them to screen readers.
import type { TimelineRow } from '../kit/timelineRow.ts';

/** In milliseconds. A screen reader would drop text that is replaced sooner. */
const announceInterval = 1_400;

const newestSeq = (rows: readonly TimelineRow[]): number =>
  rows.reduce((most, { message }) => Math.max(most, message.seq), 0);

interface Arrivals {
  count: number;
  newest: TimelineRow;
}

/** Contains none of the rows that were there when the timeline was opened. */
export function createArrivalQueue(first: readonly TimelineRow[], hasNewer: boolean) {
  /** Messages up to here were there before. */
  let baseline = newestSeq(first);
  /** The ids of the later ones: a message can arrive after one with a higher position. */
  const seen = new Set<string>();
  let wasAtEnd = !hasNewer;
  let arrivals: Arrivals | undefined;
  let announcedAt = -Infinity;
  return {
    /** A page that is loaded while the reader scrolls down contains no arrivals. */
    add(rows: readonly TimelineRow[], hasNewer: boolean): void {
      if (!wasAtEnd) baseline = Math.max(baseline, newestSeq(rows));
      wasAtEnd = !hasNewer;
      const fresh = rows.filter(
        ({ message: { id, seq }, mine, isSystemLine }) => !mine && !isSystemLine && seq > baseline && !seen.has(id),
      );
      const newest = fresh.at(-1);
      if (!newest) return;
      for (const { message } of fresh) seen.add(message.id);
      arrivals = { count: (arrivals?.count ?? 0) + fresh.length, newest };
    },
    /** Returns the milliseconds until the arrivals can be announced; undefined if there are none. */
    wait: (now: number): number | undefined => arrivals && Math.max(0, announcedAt + announceInterval - now),
    /** Returns each arrival once. */
    take(now: number): Arrivals | undefined {
      const taken = arrivals;
      arrivals = undefined;
      announcedAt = now;
      return taken;
    },
  };
}
