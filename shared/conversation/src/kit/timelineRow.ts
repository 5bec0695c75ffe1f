// A message in a timeline, with what it needs to know about its neighbours.
import type { MessageRow } from '@amber/client/db';

export interface TimelineRow {
  message: MessageRow;
  at: number;
  author: string;
  mine: boolean;
  /** Its author is not to be known. I know of my own. */
  isAnonymous: boolean;
  /** It is a sentence of the app's, not somebody's words: a system line, or what is left of a withdrawn message. */
  isSystemLine: boolean;
  /** The line above this message; empty when the day is the same. */
  dayLabel: string;
  /** The 'New' line is above it. */
  isFirstUnread: boolean;
  /** First and last of what one author wrote within five minutes. */
  isFirstOfGroup: boolean;
  isLastOfGroup: boolean;
}
