// Whether what is written in a chat is encrypted from end to end.
import { type ConversationRow, otherPerson } from '@amber/client/db';

/** A private chat that is set so; the one with oneself always is. */
export const isEncrypted = (conversation: ConversationRow, me: string): boolean =>
  conversation.type === 'private' && (conversation.userSetting?.encrypted === true || !otherPerson(conversation, me));
