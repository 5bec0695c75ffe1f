// The stored rows of conversations: the gateway's fields, merged with this device's own.
import type { ConversationRow } from '@amber/client/db';
import type { Conversation, GetGroupConversationDetailReply, SyncReply_Part } from '@amber/proto';
import type { AccountContext } from '../kit/accountContext.ts';
import { remarksOf } from './people/contacts.ts';
import { putGroup } from './people/members.ts';
import { defaultUserSetting } from './defaultUserSetting.ts';
import { isOwnChat, isSealed, othersIn } from './people/privateChats.ts';
import { sealingOf } from './sealingSwitch.ts';
import { markRead } from './markRead.ts';

/** The read and delivery positions, as far as they are known. */
type ReadPositions = Partial<Pick<SyncReply_Part, 'readSeq' | 'peerReadSeq' | 'peerDeliveredSeq'>>;

export interface ConversationRows {
  /**
   * Stores the gateway's current state of a conversation, merged with this device's own fields. Returns false if it is
   * invalid, such as a private chat of three. Must be called inside a transaction.
   */
  put(conversation: Conversation, positions: ReadPositions, sortTime: number): Promise<boolean>;
  /** Stores the answer about one conversation that already exists here, without rows. `group` has its members. */
  store(conversation: Conversation, group?: GetGroupConversationDetailReply): Promise<void>;
  /**
   * Stores the answer about all conversations in one transaction. Conversations that do not exist here yet arrive by a
   * sync, with their rows. A row that differs from `before`, its state at the time of the request, is skipped, because
   * it may be newer than the answer.
   */
  storeAll(conversations: readonly Conversation[], before: readonly ConversationRow[]): Promise<void>;
}

/** The gateway sends 0 if the position is private. */
const furthestSeq = (stored = 0, received?: number): number =>
  received === undefined ? stored : received === 0 ? 0 : Math.max(stored, received);

/**
 * Returns the fields that the gateway cannot change: whether it is a private chat, its two people, and whether it is
 * encrypted. A new private chat is encrypted, whatever the gateway says.
 */
function fixedFields(stored: ConversationRow | undefined, received: Conversation): Partial<ConversationRow> {
  if (!stored && received.type !== 'private') return {};
  if (stored && stored.type !== 'private') return { type: stored.type };
  const sealing = stored ? sealingOf(stored) : { number: 0, on: true };
  return {
    type: 'private',
    spaceId: '',
    sealing,
    userInfo: (stored ?? received).userInfo.map(
      (known) => received.userInfo.find(({ identifier }) => identifier === known.identifier) ?? known,
    ),
    userSetting: { ...defaultUserSetting, ...(received.userSetting ?? stored?.userSetting), encrypted: sealing.on },
  };
}

const lastNameAndAvatar = ({ name, avatar }: ConversationRow) => ({ name, avatar });

export function createConversationRows({ db, me, now }: Pick<AccountContext, 'db' | 'me' | 'now'>): ConversationRows {
  async function put(conversation: Conversation, positions: ReadPositions, sortTime: number): Promise<boolean> {
    const { conversionId } = conversation;
    const stored = await db.conversations.get(conversionId);
    if (!stored && conversation.type === 'private' && othersIn(conversation, me).length > 1) return false;
    const [remarkName] =
      stored || conversation.type !== 'private'
        ? []
        : (
            await remarksOf(
              db,
              conversation.userInfo.map(({ identifier }) => identifier),
            )
          ).values();
    const readSeq = positions.readSeq ?? 0;
    const row: ConversationRow = {
      sortTime,
      preview: '',
      unread: 0,
      mentions: 0,
      ...(remarkName !== undefined && { remarkName }),
      ...stored,
      ...conversation,
      ...fixedFields(stored, conversation),
      // The gateway sends neither name nor picture of a conversation that this account has left, so the last known ones
      // stay.
      ...(stored && conversation.status === 'delete' && conversation.name === '' && lastNameAndAvatar(stored)),
      readSeq: Math.max(stored?.readSeq ?? 0, readSeq),
      toldSeq: Math.max(stored?.toldSeq ?? 0, readSeq),
      // In an encrypted chat the read position arrives in envelopes.
      peerReadSeq: stored?.peerReadSeq ?? 0,
      peerDeliveredSeq: furthestSeq(stored?.peerDeliveredSeq, positions.peerDeliveredSeq),
    };
    if (row.unmarked && row.userSetting) row.userSetting = { ...row.userSetting, markedUnread: false };
    // The account's own devices exchange messages through the chat with oneself, which must not list it.
    if (isOwnChat(row, me)) row.status = stored?.status ?? 'delete';
    if (!isSealed(row, me)) row.peerReadSeq = furthestSeq(stored?.peerReadSeq, positions.peerReadSeq);
    if (stored && row.readSeq > stored.readSeq)
      Object.assign(row, await markRead(db, stored, row.readSeq, me.identifier));
    await db.conversations.put(row);
    return true;
  }

  return {
    put,
    async storeAll(conversations, before) {
      const known = new Map(before.map((row) => [row.conversionId, row]));
      // Most conversations are unchanged, and skipping their write uses no storage quota.
      const changed = conversations.filter(({ conversionId, ...fields }) => {
        const stored = known.get(conversionId);
        return (
          stored &&
          Object.entries(fields).some(
            ([field, value]) => JSON.stringify(value) !== JSON.stringify(stored[field as keyof Conversation]),
          )
        );
      });
      if (changed.length === 0) return;
      const isAsBefore = async (id: string) =>
        JSON.stringify(await db.conversations.get(id)) === JSON.stringify(known.get(id));
      await db.transaction('rw', db.conversations, db.messages, db.cursors, async () => {
        for (const conversation of changed)
          if (await isAsBefore(conversation.conversionId)) await put(conversation, {}, now());
      });
    },
    store: (conversation, group) =>
      db.transaction('rw', db.conversations, db.messages, db.cursors, db.members, async () => {
        // A conversation that was left while the answer was in flight stays deleted.
        if (!(await db.conversations.get(conversation.conversionId))) return;
        await put(conversation, {}, now());
        if (group) await putGroup(db, group);
      }),
  };
}
