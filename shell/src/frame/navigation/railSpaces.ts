// The spaces in the main navigation: the user's own, latest first, with the unread count of their rooms.
import { useConversations, useLive } from '@amber/client/live';
import { localizeSpace } from '@amber/client/seededNames';
import { sumUnread } from '@amber/client/unread';
import type { ConversationRow, SpaceRow } from '@amber/client/db';
import { useMemo } from 'react';

export interface RailSpace {
  id: string;
  name: string;
  avatar: string;
  /** Unread messages in rooms that are not muted. */
  unread: number;
}

/** Joins the rows of this device. */
export function railSpaces(spaces: readonly SpaceRow[], rooms: readonly ConversationRow[]): RailSpace[] {
  const roomsOf = Map.groupBy(rooms, ({ spaceId }) => spaceId);
  return spaces
    .toSorted((a, b) => b.sortTime - a.sortTime || (a.id < b.id ? -1 : 1))
    .map(localizeSpace)
    .map(({ id, spaceName, avatar }) => ({
      id,
      name: spaceName,
      avatar,
      unread: sumUnread(roomsOf.get(id) ?? []).spaces.unread,
    }));
}

const none: readonly RailSpace[] = [];

/** Returns an empty list until the rows are read. */
export function useRailSpaces(): readonly RailSpace[] {
  const spaces = useLive((db) => db.spaces.toArray(), []);
  const conversations = useConversations();
  return useMemo(
    () =>
      spaces.status === 'ready' && conversations.status === 'ready'
        ? railSpaces(spaces.rows, conversations.rows)
        : none,
    [spaces, conversations],
  );
}
