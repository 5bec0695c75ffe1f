// The rows of conversations: the gateway's fields, merged with this device's own.
import type { AccountDb, ConversationRow } from '@amber/client/db';
import type { Conversation, Device, GetGroupConversationDetailReply, SyncReply_Part } from '@amber/proto';
import { remarksOf } from './people/contacts.ts';
import { putGroup } from './people/members.ts';
import { defaultUserSetting } from './defaultUserSetting.ts';
import { isOwnChat, isSealed, othersIn } from './people/privateChats.ts';
import { markRead } from './markRead.ts';

/** How far it has been read and delivered, as far as known. */
type ReadPositions = Partial<Pick<SyncReply_Part, 'readSeq' | 'peerReadSeq' | 'peerDeliveredSeq'>>;

export interface ConversationRows {
  /**
   * The conversation's row as the gateway has it now, merged with this device's own fields. False where it is invalid:
   * a private chat of three. Must be called inside a transaction.
   */
  put(conversation: Conversation, positions: ReadPositions, sortTime: number): Promise<boolean>;
  /**
   * The same for an answer about one conversation that is here, without its rows; `group` is what opening it brings
   * about its people.
   */
  store(conversation: Conversation, group?: GetGroupConversationDetailReply): Promise<void>;
  /**
   * The same for all of them, in one transaction. Conversations that are not here yet arrive by a sync, with their
   * rows; one that has changed here since the request, when it was as in `before`, may be newer than the answer.
   */
  storeAll(conversations: readonly Conversation[], before: readonly ConversationRow[]): Promise<void>;
}

/** The gateway sends 0 where nobody may know it. */
const furthestSeq = (stored = 0, received?: number): number =>
  received === undefined ? stored : received === 0 ? 0 : Math.max(stored, received);

/**
 * What no row of the gateway changes: whether it is a private chat, its two people, and that it is sealed. A new
 * private chat is sealed, whatever the gateway says.
 */
function fixedFields(stored: ConversationRow | undefined, received: Conversation): Partial<ConversationRow> {
  if (!stored && received.type !== 'private') return {};
  if (stored && stored.type !== 'private') return { type: stored.type };
  const sealing = stored
    ? (stored.sealing ?? { number: 0, on: stored.userSetting?.encrypted === true })
    : { number: 0, on: true };
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

export function createConversationRows({
  db,
  me,
  now,
}: {
  db: AccountDb;
  me: Device;
  now(): number;
}): ConversationRows {
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
      // Who has left gets neither name nor picture any more: the last known ones say what it was that they left.
      ...(stored && conversation.status === 'delete' && conversation.name === '' && lastNameAndAvatar(stored)),
      readSeq: Math.max(stored?.readSeq ?? 0, readSeq),
      toldSeq: Math.max(stored?.toldSeq ?? 0, readSeq),
      // In a sealed chat this is sent sealed.
      peerReadSeq: stored?.peerReadSeq ?? 0,
      peerDeliveredSeq: furthestSeq(stored?.peerDeliveredSeq, positions.peerDeliveredSeq),
    };
    // A chat with one's own devices is not listed for what they send each other.
    if (isOwnChat(row, me)) row.status = stored?.status ?? 'delete';
    if (!isSealed(row, me)) row.peerReadSeq = furthestSeq(stored?.peerReadSeq, positions.peerReadSeq);
    if (stored && row.readSeq > stored.readSeq) Object.assign(row, await markRead(db, conversionId, row.readSeq));
    await db.conversations.put(row);
    return true;
  }

  return {
    put,
    async storeAll(conversations, before) {
      const known = new Map(before.map((row) => [row.conversionId, row]));
      // Most are unchanged, and a write that is skipped needs no room.
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
      await db.transaction('rw', db.conversations, db.messages, async () => {
        for (const conversation of changed)
          if (await isAsBefore(conversation.conversionId)) await put(conversation, {}, now());
      });
    },
    store: (conversation, group) =>
      db.transaction('rw', db.conversations, db.messages, db.members, async () => {
        // A conversation that was left while the answer was in flight stays removed.
        if (!(await db.conversations.get(conversation.conversionId))) return;
        await put(conversation, {}, now());
        if (group) await putGroup(db, group);
      }),
  };
}
