// What the details of a group or a room need to know about it, and the function that changes it.
import type { ConversationRow } from '@amber/client/rows';
import { useCommand } from '../kit/useCommand.ts';
import { useMembers } from '../people/useMembers.ts';
import type { MemberRights } from './useMemberItems.tsx';

/** Returns the rights of the owner. In a room they extend only to invited members; the rest is done in its space. */
function memberRightsIn({ spaceId, groupSetting }: ConversationRow, isOwner: boolean): MemberRights {
  if (spaceId) return { scope: 'room', mayRemove: isOwner && groupSetting?.visibility !== true };
  return { scope: 'group', mayRemove: isOwner, mayHandOver: isOwner };
}

/** Returns the group's members, the user's own row among them, and `list`, the props of the lists of members. */
export function useGroup(conversation: ConversationRow, me: string) {
  const people = useMembers(conversation);
  const sendCommand = useCommand(conversation.conversionId);
  const mine = people.known.find(({ identifier }) => identifier === me);
  const isOwner = mine?.role === 'owner';
  return {
    people,
    sendCommand,
    mine,
    isOwner,
    list: { people, me, sendCommand, ...memberRightsIn(conversation, isOwner) },
  };
}
