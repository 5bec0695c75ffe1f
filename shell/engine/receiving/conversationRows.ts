// The rows of conversations: what the gateway says of each, beside what this device keeps of its own.
import type { AccountDb, ConversationRow } from '@amber/client/db';
import type { Conversation, Device, GetGroupConversationDetailReply, SyncReply_Part } from '@amber/proto';
import { remarksOf } from '../people/contacts.ts';
import { putGroup } from '../people/members.ts';
import { isOwnChat } from '../people/privateChats.ts';
import { markRead } from './readPlaces.ts';

/** How far it has been read and delivered, as far as that was told. */
type Places = Partial<Pick<SyncReply_Part, 'readSeq' | 'peerReadSeq' | 'peerDeliveredSeq'>>;

export interface ConversationRows {
  /** The conversation's row as the gateway has it now, beside what this device keeps. To be called inside a transaction. */
  put(conversation: Conversation, told: Places, sortTime: number): Promise<void>;
  /** The same for an answer about one conversation that is here, which says nothing of rows; `group` is what opening it brings of its people. */
  store(conversation: Conversation, group?: GetGroupConversationDetailReply): Promise<void>;
  /**
   * The same for all of them at once, in one transaction. What is not here yet comes by a sync, with its rows; what has
   * changed here since it was asked for, when it was as in `before`, may be newer than the answer.
   */
  storeAll(conversations: readonly Conversation[], before: readonly ConversationRow[]): Promise<void>;
}

/** 0 is told while it is nobody's business. */
const furthest = (here = 0, told?: number): number =>
  told === undefined ? here : told === 0 ? 0 : Math.max(here, told);

export function createConversationRows({
  db,
  me,
  now,
}: {
  db: AccountDb;
  me: Device;
  now(): number;
}): ConversationRows {
  async function put(conversation: Conversation, told: Places, sortTime: number): Promise<void> {
    const { conversionId } = conversation;
    const here = await db.conversations.get(conversionId);
    const [remarkName] =
      here || conversation.type !== 'private'
        ? []
        : (
            await remarksOf(
              db,
              conversation.userInfo.map(({ identifier }) => identifier),
            )
          ).values();
    const readSeq = told.readSeq ?? 0;
    const row: ConversationRow = {
      sortTime,
      preview: '',
      unread: 0,
      mentions: 0,
      ...(remarkName !== undefined && { remarkName }),
      ...here,
      ...conversation,
      // Whether a chat is encrypted is decided on devices: a gateway that says otherwise is not followed.
      ...(here &&
        conversation.type === 'private' &&
        conversation.userSetting && {
          userSetting: {
            ...conversation.userSetting,
            encrypted: here.userSetting?.encrypted ?? conversation.userSetting.encrypted,
          },
        }),
      // A chat with one's own devices is not listed for what they say to each other.
      ...(isOwnChat(conversation, me) && { status: here?.status ?? 'delete' }),
      readSeq: Math.max(here?.readSeq ?? 0, readSeq),
      toldSeq: Math.max(here?.toldSeq ?? 0, readSeq),
      peerReadSeq: furthest(here?.peerReadSeq, told.peerReadSeq),
      peerDeliveredSeq: furthest(here?.peerDeliveredSeq, told.peerDeliveredSeq),
    };
    if (here && row.readSeq > here.readSeq) Object.assign(row, await markRead(db, conversionId, row.readSeq));
    await db.conversations.put(row);
  }

  return {
    put,
    async storeAll(conversations, before) {
      const known = new Map(before.map((row) => [row.conversionId, row]));
      // Most are as they were, and what is not written needs no room.
      const changed = conversations.filter(({ conversionId, ...told }) => {
        const here = known.get(conversionId);
        return (
          here &&
          Object.entries(told).some(
            ([field, value]) => JSON.stringify(value) !== JSON.stringify(here[field as keyof Conversation]),
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
        // What was left while the answer was on its way stays gone.
        if (!(await db.conversations.get(conversation.conversionId))) return;
        await put(conversation, {}, now());
        if (group) await putGroup(db, group);
      }),
  };
}
