// Finds the other people of a private chat, and the chat with a person.
import { type AccountDb, type ConversationRow, isOwnChat as ofPerson, isSealedChat } from '@amber/client/db';
import type { Conversation, Device } from '@amber/proto';

/** Whether this is the account's chat with its own devices. */
export const isOwnChat = (conversation: Pick<ConversationRow, 'type' | 'userInfo'> | undefined, me: Device): boolean =>
  conversation !== undefined && ofPerson(conversation, me.identifier);

/** Whether messages there are encrypted. They always are in the chat with oneself. */
export const isSealed = (conversation: Parameters<typeof isSealedChat>[0], me: Device): boolean =>
  isSealedChat(conversation, me.identifier);

/** Returns the people of a private chat except this account. */
export const othersIn = ({ userInfo }: Pick<Conversation, 'userInfo'>, me: Device): string[] => [
  ...new Set(userInfo.flatMap(({ identifier }) => (identifier === me.identifier ? [] : identifier))),
];

/** Returns the id of the private chat with this person; empty if there is none here. */
export const privateChatWith = async (db: AccountDb, identifier: string): Promise<string> =>
  (
    await db.conversations
      .where({ type: 'private' })
      .filter(({ userInfo }) => userInfo.some((user) => user.identifier === identifier))
      .first()
  )?.conversionId ?? '';
