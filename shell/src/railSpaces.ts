// The spaces in the main navigation: mine, the latest first, each with what is unread in its rooms.
import { useLive } from '@amber/client/live';
import { sumUnread } from '@amber/client/unread';
import type { ConversationRow, SpaceRow } from '@amber/client/db';

export interface RailSpace {
  id: string;
  name: string;
  avatar: string;
  /** Messages in rooms that are not muted. */
  unread: number;
}

/** From the rows of this device. */
export function railSpaces(spaces: readonly SpaceRow[], rooms: readonly ConversationRow[]): RailSpace[] {
  const roomsOf = Map.groupBy(rooms, ({ spaceId }) => spaceId);
  return spaces
    .toSorted((a, b) => b.sortTime - a.sortTime || (a.id < b.id ? -1 : 1))
    .map(({ id, spaceName, avatar }) => ({ id, name: spaceName, avatar, unread: sumUnread(roomsOf.get(id) ?? []).spaces.unread }));
}

const none: readonly RailSpace[] = [];

/** None until they are read. */
export function useRailSpaces(): readonly RailSpace[] {
  const live = useLive(async (db) => {
    const [spaces, rooms] = await Promise.all([db.spaces.toArray(), db.conversations.where('spaceId').above('').toArray()]);
    return railSpaces(spaces, rooms);
  }, []);
  return live.status === 'ready' ? live.rows : none;
}
