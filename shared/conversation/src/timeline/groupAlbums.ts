// Groups neighbouring pictures and videos of one album, so that they are shown as one.
import { protectionOf } from '@amber/client/messageState';
import { type AlbumPlace, readFile } from '@amber/proto/bodies';
import { isSameGroup } from './isSameGroup.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** Returns the place that a message claims in an album. It is untrusted: anybody can write any album's id. */
function claimedPlace({ message, mine, isSystemLine }: TimelineRow): AlbumPlace | undefined {
  const { type } = message.content;
  if (isSystemLine || (type !== 'image' && type !== 'video') || protectionOf(message, mine) === 'unreadable')
    return undefined;
  return readFile(message.content)?.album;
}

/** A message with the place that it claims. */
interface Placed {
  row: TimelineRow;
  place: AlbumPlace | undefined;
  /** The messages that are shown together with it, so far. */
  album: TimelineRow[];
}

/** Whether a message continues the album of the one before it. */
const continues = (before: Placed, row: TimelineRow, place: AlbumPlace | undefined): boolean =>
  before.place !== undefined &&
  place !== undefined &&
  before.place.id === place.id &&
  before.place.count === place.count &&
  before.place.index < place.index &&
  isSameGroup(before.row, row) &&
  // The album has one mark of how it is protected.
  protectionOf(before.row.message, before.row.mine) === protectionOf(row.message, row.mine);

/** Whether this is the line of a withdrawn message, which does not part the album of the same author around it. */
const isWithdrawnBetween = (before: Placed | undefined, { message, author, dayLabel, isFirstUnread }: TimelineRow) =>
  message.withdrawn !== undefined && !dayLabel && !isFirstUnread && before?.row.author === author;

/**
 * Returns the rows with their albums. Anything that is not exactly an album stays a separate message. Each row keeps its
 * position; the first of an album shows all of it. If older messages exist, the album that the window begins within is
 * left out: it would change its shape once the rest of it is loaded.
 */
export function groupAlbums(rows: readonly TimelineRow[], hasOlder: boolean): TimelineRow[] {
  const albums = new Map<TimelineRow, TimelineRow[]>();
  let first: Placed | undefined;
  let before: Placed | undefined;
  for (const row of rows) {
    if (isWithdrawnBetween(before, row)) continue;
    const place = claimedPlace(row);
    const album = before && continues(before, row, place) ? before.album : [];
    album.push(row);
    albums.set(row, album);
    before = { row, place, album };
    first ??= before;
  }
  const isCut = hasOlder && (first?.place?.index ?? 0) > 0;
  return rows.flatMap((row) => {
    const album = albums.get(row);
    if (isCut && album === first!.album) return [];
    return album && album.length > 1 ? { ...row, album } : row;
  });
}
