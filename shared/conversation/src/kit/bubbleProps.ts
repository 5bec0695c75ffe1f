// The props of every bubble.
import type { Reader } from './reader.ts';
import type { TimelineRow } from './timelineRow.ts';

export interface BubbleProps {
  row: TimelineRow;
  reader: Reader;
  /** The tabIndex of interactive elements in the bubble: only one message of a timeline is a tab stop. */
  tabIndex: number;
}
