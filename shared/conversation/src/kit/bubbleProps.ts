// What every kind of bubble is given.
import type { Reader } from './reader.ts';
import type { TimelineRow } from './timelineRow.ts';

export interface BubbleProps {
  row: TimelineRow;
  reader: Reader;
  /** Of what can be pressed in it: Tab comes to one message only. */
  tabIndex: number;
}
