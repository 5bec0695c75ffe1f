// Groups as a whole, and my settings of a conversation: calls made directly, not through the outbox.
import type { AccountDb } from '@amber/client/db';
import type { Api, Conversation, Conversation_UserSetting, Device } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Inbox } from '../in/inbox.ts';
import type { Members } from './members.ts';
import { defaultUserSetting } from '../rows/defaultUserSetting.ts';
import { othersIn } from '../rows/people/privateChats.ts';

interface GroupsPorts {
  db: AccountDb;
  api: Api;
  me: Device;
  inbox: Inbox;
  members: Members;
  catchUp(): Promise<void>;
}

export type Groups = ReturnType<typeof createGroups>;

export function createGroups({ db, api, me, inbox, members, catchUp }: GroupsPorts) {
  /** Changes of one conversation's settings run one after the other: each sends all of them. */
  const settingQueues = new Map<string, Promise<unknown>>();

  const isPrivateChatWith = ({ type, userInfo }: Conversation, identifier: string): boolean =>
    type === 'private' &&
    userInfo.some((one) => one.identifier === identifier) &&
    othersIn({ userInfo }, me).every((one) => one === identifier);

  /** Puts these fields on the row; `only` where they still have these values. */
  const putSetting = (
    conversationId: string,
    setting: Partial<Conversation_UserSetting>,
    expected?: Partial<Conversation_UserSetting>,
  ) =>
    db.transaction('rw', db.conversations, async () => {
      const row = await db.conversations.get(conversationId);
      if (!row) return undefined;
      const before = { ...defaultUserSetting, ...row.userSetting };
      const changes = Object.entries(setting).filter(([field, value]) => {
        const key = field as keyof Conversation_UserSetting;
        return value !== undefined && (!expected || before[key] === expected[key]);
      });
      const userSetting: Conversation_UserSetting = { ...before, ...Object.fromEntries(changes) };
      await db.conversations.put({ ...row, userSetting });
      return { before, userSetting };
    });

  async function sendSetting(conversationId: string, setting: Partial<Conversation_UserSetting>): Promise<void> {
    const row = await db.conversations.get(conversationId);
    if (!row) throw new Fault('NOT_MEMBER');
    const { conversation } = await api.conversation.setUserSetting({
      conversationId,
      userSetting: { ...defaultUserSetting, ...row.userSetting, ...setting },
      fields: Object.keys(setting),
    });
    if (conversation) await inbox.storeConversation(conversation);
  }

  return {
    /** The private chat with this person. @throws Fault of the call; UNKNOWN where the answer is another chat. */
    async openPrivateChat(identifier: string): Promise<{ conversationId: string }> {
      const { conversation } = await api.conversation.create({ type: 'private', identifiers: [identifier] });
      if (!conversation || !isPrivateChatWith(conversation, identifier)) throw new Fault('UNKNOWN');
      await catchUp();
      const existing = await db.conversations.get(conversation.conversionId);
      if (existing && !isPrivateChatWith(existing, identifier)) throw new Fault('UNKNOWN');
      return { conversationId: conversation.conversionId };
    },

    /** The group of this request, created if it does not exist yet. @throws Fault of the call. */
    async createGroup(group: {
      requestId: string;
      name: string;
      identifiers: string[];
    }): Promise<{ conversationId: string }> {
      const { conversation } = await api.conversation.create({ type: 'group', ...group });
      if (!conversation) throw new Fault('UNKNOWN');
      await catchUp();
      return { conversationId: conversation.conversionId };
    },

    /** The group's settings and its first people as they are now, in one transaction. @throws Fault of the call. */
    async refreshGroup(conversationId: string): Promise<void> {
      // One that I have just joined arrives with the next sync, its first rows with it.
      if (!(await db.conversations.get(conversationId))) await catchUp();
      const detail = await api.conversation.getGroupConversationDetail({ conversationId });
      if (detail.conversation?.conversionId !== conversationId) throw new Fault('UNKNOWN');
      await inbox.storeConversation(detail.conversation, detail);
      await members.fetchRecent(conversationId);
    },

    /** On screen immediately; a refusal reverts what nobody has changed since. @throws Fault of the call. */
    async changeSetting(conversationId: string, requested: Partial<Conversation_UserSetting>): Promise<void> {
      // Whether a chat is sealed is not a setting of the gateway's.
      const { encrypted: _, ...setting } = requested;
      const changed = await putSetting(conversationId, setting);
      if (!changed) throw new Fault('NOT_MEMBER');
      const run = (settingQueues.get(conversationId) ?? Promise.resolve()).then(async () => {
        try {
          await sendSetting(conversationId, setting);
        } catch (thrown) {
          const fields = Object.keys(setting) as (keyof Conversation_UserSetting)[];
          await putSetting(
            conversationId,
            Object.fromEntries(fields.map((field) => [field, changed.before[field]])),
            setting,
          );
          throw thrown;
        }
      });
      settingQueues.set(
        conversationId,
        run.catch(() => {}),
      );
      await run;
    },

    /** Off the list until the next message. @throws Fault of the call. */
    async hideConversation(conversationId: string): Promise<void> {
      const { conversation } = await api.conversation.remove({ conversationId });
      if (conversation) await inbox.storeConversation(conversation);
    },
  };
}
