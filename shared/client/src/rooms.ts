// The rooms of a space that the account can see, and their order.
import type { ConversationRow, SpaceRow } from './db.ts';

export interface Rooms {
  chat: ConversationRow[];
  other: ConversationRow[];
}

const chatRooms: readonly string[] = ['chat', 'manage'];

/** Whether a room of this type is for chatting. */
export const isChatRoom = (roomType: string): boolean => chatRooms.includes(roomType);

/**
 * Returns the chat rooms and the other rooms, each in order of creation; rooms that the space's list does not contain
 * yet come last.
 */
export function roomsOf(
  spaceId: string,
  space: Pick<SpaceRow, 'rooms'> | undefined,
  conversations: readonly ConversationRow[],
): Rooms {
  const positions = new Map(space?.rooms?.map(({ conversionId }, position) => [conversionId, position]));
  const position = ({ conversionId }: ConversationRow) => positions.get(conversionId) ?? positions.size;
  const rooms = conversations
    .filter((conversation) => conversation.spaceId === spaceId)
    .sort((a, b) => position(a) - position(b) || (a.conversionId < b.conversionId ? -1 : 1));
  return {
    chat: rooms.filter(({ roomType }) => isChatRoom(roomType)),
    other: rooms.filter(({ roomType }) => !isChatRoom(roomType)),
  };
}

/** Returns the id of the room that a space opens with; undefined if no room is visible. */
export const firstRoom = ({ chat, other }: Rooms): string | undefined => (chat[0] ?? other[0])?.conversionId;
