// Which private chat belongs to whom.
import type { AccountDb, ConversationRow } from '@amber/client/db';
import type { Device } from '@amber/proto';

/** Whether this is the chat that a person has with the own devices. */
export const isOwnChat = (conversation: Pick<ConversationRow, 'type' | 'userInfo'> | undefined, me: Device): boolean =>
  conversation?.type === 'private' &&
  conversation.userInfo.length > 0 &&
  conversation.userInfo.every(({ identifier }) => identifier === me.identifier);

/** Whether what is written there is sealed. The chat with oneself always is. */
export const isSealed = (
  conversation: Pick<ConversationRow, 'type' | 'userInfo' | 'userSetting'>,
  me: Device,
): boolean =>
  conversation.type === 'private' && (conversation.userSetting?.encrypted === true || isOwnChat(conversation, me));

/** The id of the private chat with this person; empty when there is none here. */
export const privateChatWith = async (db: AccountDb, identifier: string): Promise<string> =>
  (
    await db.conversations
      .where({ type: 'private' })
      .filter(({ userInfo }) => userInfo.some((user) => user.identifier === identifier))
      .first()
  )?.conversionId ?? '';
