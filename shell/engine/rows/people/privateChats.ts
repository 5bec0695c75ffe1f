// Which private chat belongs to whom.
import { type AccountDb, type ConversationRow, isOwnChat as ofPerson, isSealedChat } from '@amber/client/db';
import type { Conversation, Device } from '@amber/proto';

/** Whether this is a person's chat with their own devices. */
export const isOwnChat = (conversation: Pick<ConversationRow, 'type' | 'userInfo'> | undefined, me: Device): boolean =>
  conversation !== undefined && ofPerson(conversation, me.identifier);

/** Whether messages there are sealed. The chat with oneself always is. */
export const isSealed = (conversation: Parameters<typeof isSealedChat>[0], me: Device): boolean =>
  isSealedChat(conversation, me.identifier);

/** The people of a private chat except this one. */
export const othersIn = ({ userInfo }: Pick<Conversation, 'userInfo'>, me: Device): string[] => [
  ...new Set(userInfo.flatMap(({ identifier }) => (identifier === me.identifier ? [] : identifier))),
];

/** The id of the private chat with this person; empty when there is none here. */
export const privateChatWith = async (db: AccountDb, identifier: string): Promise<string> =>
  (
    await db.conversations
      .where({ type: 'private' })
      .filter(({ userInfo }) => userInfo.some((user) => user.identifier === identifier))
      .first()
  )?.conversionId ?? '';
