// The displayed name of a conversation.
import { type ConversationRow, otherPerson } from './db.ts';
import { roomName } from './seededNames.ts';

/**
 * Returns the remark or else the name of the other person in a private chat, and a group's own name. Empty if there is
 * none.
 */
export function conversationName(conversation: ConversationRow, me: string): string {
  const other = conversation.type !== 'group' ? otherPerson(conversation, me) : undefined;
  return (
    (other && conversation.remarkName) ||
    other?.lastName ||
    conversation.userSetting?.groupRemark ||
    roomName(conversation)
  );
}
