// The rows of conversations: the gateway's fields, merged with this device's own.
import type { AccountDb, ConversationRow } from '@amber/client/db';
import type { Conversation, Device, GetGroupConversationDetailReply, SyncReply_Part } from '@amber/proto';
import { remarksOf } from './people/contacts.ts';
import { putGroup } from './people/members.ts';
import { noSetting } from './noSetting.ts';
import { isOwnChat, isSealed, othersIn } from './people/privateChats.ts';
import { markRead } from './markRead.ts';

/** How far it has been read and delivered, as far as known. */
type Places = Partial<Pick<SyncReply_Part, 'readSeq' | 'peerReadSeq' | 'peerDeliveredSeq'>>;

export interface ConversationRows {
  /**
   * The conversation's row as the gateway has it now, merged with this device's own fields. False where it is invalid:
   * a private chat of three. Must be called inside a transaction.
   */
  put(conversation: Conversation, told: Places, sortTime: number): Promise<boolean>;
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
const furthest = (here = 0, told?: number): number =>
  told === undefined ? here : told === 0 ? 0 : Math.max(here, told);

/**
 * What no row of the gateway changes: whether it is a private chat, its two people, and that it is sealed. A new
 * private chat is sealed, whatever the gateway says.
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

const lastFace = ({ name, avatar }: ConversationRow) => ({ name, avatar });

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
      // Who has left gets neither name nor picture any more: the last known ones say what it was that they left.
      ...(here && conversation.status === 'delete' && conversation.name === '' && lastFace(here)),
      readSeq: Math.max(here?.readSeq ?? 0, readSeq),
      toldSeq: Math.max(here?.toldSeq ?? 0, readSeq),
      // In a sealed chat this is sent sealed.
      peerReadSeq: here?.peerReadSeq ?? 0,
      peerDeliveredSeq: furthest(here?.peerDeliveredSeq, told.peerDeliveredSeq),
    };
    // A chat with one's own devices is not listed for what they send each other.
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
      // Most are unchanged, and a write that is skipped needs no room.
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
        // A conversation that was left while the answer was in flight stays removed.
        if (!(await db.conversations.get(conversation.conversionId))) return;
        await put(conversation, {}, now());
        if (group) await putGroup(db, group);
      }),
  };
}
