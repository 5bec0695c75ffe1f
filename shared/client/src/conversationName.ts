// The displayed name and picture of a conversation.
import { type ConversationRow, isOwnChat, otherPerson } from './rows.ts';
import { roomName } from './seededNames.ts';
import { words } from './words/gen/client.ts';

/** Where people find the chat with themselves, which keeps messages for later. */
export const savedMessages = {
  get name() {
    return words.saved;
  },
  avatar: '/chat/pictures/saved.svg',
};

const otherOf = (conversation: ConversationRow, me: string) =>
  conversation.type !== 'group' ? otherPerson(conversation, me) : undefined;

/**
 * Returns the remark or else the name of the other person in a private chat, and a group's own name. Empty if there is
 * none.
 */
export function conversationName(conversation: ConversationRow, me: string): string {
  if (isOwnChat(conversation, me)) return savedMessages.name;
  const other = otherOf(conversation, me);
  return (
    (other && conversation.remarkName) ||
    other?.lastName ||
    conversation.userSetting?.groupRemark ||
    roomName(conversation)
  );
}

/** Returns the picture of the other person, of the group, or of the chat with oneself. */
export function conversationAvatar(conversation: ConversationRow, me: string): string {
  if (isOwnChat(conversation, me)) return savedMessages.avatar;
  return otherOf(conversation, me)?.avatar || conversation.avatar;
}
