// A message in a timeline, with the facts that depend on its neighbours.
import type { MessageRow } from '@amber/client/rows';

/** A message of an album, as its album shows it. */
export type AlbumRow = Omit<TimelineRow, 'album'>;

export interface TimelineRow {
  message: MessageRow;
  at: number;
  author: string;
  mine: boolean;
  /** Whether the message is anonymous. `mine` is still set for the user's own messages. */
  isAnonymous: boolean;
  /** Whether the app wrote this text instead of a person: a system line, or the placeholder of a withdrawn message. */
  isSystemLine: boolean;
  /** The day heading above this message; empty if the previous message is of the same day. */
  dayLabel: string;
  /** Whether the 'New' line is above this message. */
  isFirstUnread: boolean;
  /** The number that the 'New' line shows; 0 if it is unknown. */
  newCount: number;
  /** The lines directly before this one that say the same of other people, and are shown as one with it. */
  foldedLines: readonly MessageRow[];
  /** Whether the message is the first or last of a group: messages of one author within five minutes. */
  isFirstOfGroup: boolean;
  isLastOfGroup: boolean;
  /** The messages of its album, itself included; absent for any other message. The first of them shows all. */
  album?: readonly AlbumRow[];
}
