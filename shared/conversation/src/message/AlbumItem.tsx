// The row of a message in an album. The code that shows albums is loaded with the first file.
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import type { Reader } from '../kit/reader.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import type { MessageActions } from './messageActions.ts';
import type { MessageLayout } from './MessageItem.tsx';
import type { ItemEvents } from './useArticleHandlers.ts';
import styles from './MessageItem.module.css';

const Album = loadOnOpen(async () => (await import(/* webpackChunkName: "files" */ './Album.tsx')).Album);

export interface AlbumItemProps {
  /** The first message of the album. */
  row: TimelineRow;
  grouping: MessageLayout;
  reader: Reader;
  actions: MessageActions;
  isOwner: boolean;
  peerReadSeq: number | undefined;
  peerDeliveredSeq: number | undefined;
  /** The message that is highlighted after a jump, and the timeline's tab stop, if they are in this album; else ''. */
  litId: string;
  tabStopId: string;
  /** Null outside selection mode. */
  selected: ReadonlySet<string> | null;
  events: ItemEvents;
}

/** The first message of an album shows all of it; at the positions of the others there is nothing. */
export const AlbumItem = (props: AlbumItemProps) =>
  props.row.album![0]!.message.id === props.row.message.id ? (
    <div className={styles.album}>
      <Album {...props} />
    </div>
  ) : null;
