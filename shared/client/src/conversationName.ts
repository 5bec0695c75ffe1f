// What a conversation goes by.
import { type ConversationRow, otherPerson } from './db.ts';

/** In a private chat what I call the other, else the other's name; in a group its own. Empty where there is none. */
export function conversationName(conversation: ConversationRow, me: string): string {
  const other = conversation.type !== 'group' ? otherPerson(conversation, me) : undefined;
  return (
    (other && conversation.remarkName) || other?.lastName || conversation.userSetting?.groupRemark || conversation.name
  );
}
