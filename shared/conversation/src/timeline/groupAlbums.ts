// Groups neighbouring pictures and videos of one album, so that they are shown as one.
import { protectionOf } from '@amber/client/messageState';
import { type AlbumPlace, readFile } from '@amber/proto/bodies';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** Returns the place that a message claims in an album. It is untrusted: anybody can write any album's id. */
function claimedPlace({ message, mine, isSystemLine }: TimelineRow): AlbumPlace | undefined {
  const { type } = message.content;
  if (isSystemLine || (type !== 'image' && type !== 'video') || protectionOf(message, mine) === 'unreadable')
    return undefined;
  return readFile(message.content)?.album;
}

/** Whether a message continues the album of the one before it. */
const continues = (before: TimelineRow, place: AlbumPlace | undefined, row: TimelineRow, next: AlbumPlace): boolean =>
  place !== undefined &&
  place.id === next.id &&
  place.count === next.count &&
  place.index < next.index &&
  // `isFirstOfGroup` is false only for the same author, on the same day and not long after.
  !row.isFirstOfGroup &&
  // The album has one mark of how it is protected.
  protectionOf(before.message, before.mine) === protectionOf(row.message, row.mine);

/**
 * Returns the rows with their albums. Anything that is not exactly an album stays a separate message. Each row keeps its
 * position; the first of an album shows all of it. If older messages exist, the album that the window begins within is
 * left out: it would change its shape once the rest of it is loaded.
 */
export function groupAlbums(rows: readonly TimelineRow[], hasOlder: boolean): TimelineRow[] {
  const groups: TimelineRow[][] = [];
  const places: (AlbumPlace | undefined)[] = [];
  for (const row of rows) {
    const next = claimedPlace(row);
    const group = groups.at(-1);
    if (group && next && continues(group.at(-1)!, places.at(-1), row, next)) group.push(row);
    else groups.push([row]);
    places.push(next);
  }
  const first = places[0];
  if (hasOlder && first && first.index > 0) groups.shift();
  return groups.flatMap((group) => (group.length === 1 ? group : group.map((row) => ({ ...row, album: group }))));
}
