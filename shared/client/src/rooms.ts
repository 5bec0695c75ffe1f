// The rooms of a space: which there are for me, in which order, and which comes first.
import type { ConversationRow, SpaceRow } from './db.ts';

export interface Rooms {
  chat: ConversationRow[];
  other: ConversationRow[];
}

const chatRooms: readonly string[] = ['chat', 'manage'];

/** Whether people talk in a room of this type. */
export const isChatRoom = (roomType: string): boolean => chatRooms.includes(roomType);

/** Chat rooms and the others, each in the order they were made; one that the space's list does not name yet comes last. */
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

/** The id of the room that a space opens with; undefined where I see none. */
export const firstRoom = ({ chat, other }: Rooms): string | undefined => (chat[0] ?? other[0])?.conversionId;
