// The rows of conversations: what the gateway says of each, beside what this device keeps of its own.
import type { AccountDb, ConversationRow } from '@amber/client/db';
import type { Conversation, Device, GetGroupConversationDetailReply, SyncReply_Part } from '@amber/proto';
import { remarksOf } from '../people/contacts.ts';
import { putGroup } from '../people/members.ts';
import { noSetting } from '../news/commands.ts';
import { isOwnChat, isSealed, othersIn } from '../people/privateChats.ts';
import { markRead } from './readPlaces.ts';

/** How far it has been read and delivered, as far as that was told. */
type Places = Partial<Pick<SyncReply_Part, 'readSeq' | 'peerReadSeq' | 'peerDeliveredSeq'>>;

export interface ConversationRows {
  /**
   * The conversation's row as the gateway has it now, beside what this device keeps. False where it can be none: a private
   * chat of three. To be called inside a transaction.
   */
  put(conversation: Conversation, told: Places, sortTime: number): Promise<boolean>;
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

/**
 * What no row of the gateway changes: whether it is a private chat, who is in one, and that it is sealed. Met for the
 * first time it is sealed, whatever the gateway says.
 */
function pinned(here: ConversationRow | undefined, told: Conversation): Partial<ConversationRow> {
  if (!here && told.type !== 'private') return {};
  if (here && here.type !== 'private') return { type: here.type };
  const sealing = here
    ? (here.sealing ?? { number: 0, on: here.userSetting?.encrypted === true })
    : { number: 0, on: true };
  return {
    type: 'private',
    spaceId: '',
    sealing,
    userInfo: (here ?? told).userInfo.map(
      (known) => told.userInfo.find(({ identifier }) => identifier === known.identifier) ?? known,
    ),
    userSetting: { ...noSetting, ...(told.userSetting ?? here?.userSetting), encrypted: sealing.on },
  };
}

export function createConversationRows({
  db,
  me,
  now,
}: {
  db: AccountDb;
  me: Device;
  now(): number;
}): ConversationRows {
  async function put(conversation: Conversation, told: Places, sortTime: number): Promise<boolean> {
    const { conversionId } = conversation;
    const here = await db.conversations.get(conversionId);
    if (!here && conversation.type === 'private' && othersIn(conversation, me).length > 1) return false;
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
      ...pinned(here, conversation),
      readSeq: Math.max(here?.readSeq ?? 0, readSeq),
      toldSeq: Math.max(here?.toldSeq ?? 0, readSeq),
      // In a sealed chat it is said inside the seal.
      peerReadSeq: here?.peerReadSeq ?? 0,
      peerDeliveredSeq: furthest(here?.peerDeliveredSeq, told.peerDeliveredSeq),
    };
    // A chat with one's own devices is not listed for what they say to each other.
    if (isOwnChat(row, me)) row.status = here?.status ?? 'delete';
    if (!isSealed(row, me)) row.peerReadSeq = furthest(here?.peerReadSeq, told.peerReadSeq);
    if (here && row.readSeq > here.readSeq) Object.assign(row, await markRead(db, conversionId, row.readSeq));
    await db.conversations.put(row);
    return true;
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
