// Groups as a whole, and a person's settings of a conversation: direct calls that bypass the outbox.
import { isArchived } from '@amber/client/archived';
import type { Conversation, Conversation_UserSetting } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { Inbox } from '../in/inbox.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import type { Members } from './members.ts';
import type { MuteEnds } from './muteEnds.ts';
import { openOwnChat } from './ownChat.ts';
import { firstValueFrom, type Observable, takeUntil, timer } from 'rxjs';
import { deleteConversation } from '../rows/deleteConversation.ts';
import { rowTables } from '../rows/write.ts';
import { defaultUserSetting } from '../rows/defaultUserSetting.ts';
import { othersIn } from '../rows/people/privateChats.ts';

interface GroupsPorts extends Pick<AccountContext, 'db' | 'api' | 'me' | 'clock' | 'now' | 'emit' | 'catchUp'> {
  inbox: Inbox;
  members: Members;
  muteEnds: MuteEnds;
}

export type Groups = ReturnType<typeof createGroups>;

export function createGroups({ db, api, me, clock, now, emit, inbox, members, muteEnds, catchUp }: GroupsPorts) {
  /** Changes of one conversation's settings run serially, because each request contains all settings. */
  const settingQueues = new Map<string, Promise<unknown>>();

  const isPrivateChatWith = ({ type, userInfo }: Conversation, identifier: string): boolean =>
    type === 'private' &&
    userInfo.some((one) => one.identifier === identifier) &&
    othersIn({ userInfo }, me).every((one) => one === identifier);

  /** Writes these fields to the row. With `expected`, only fields that still have the expected values are written. */
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
      await db.conversations.put({ ...row, userSetting, ...(setting.markedUnread && { unmarked: undefined }) });
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
    /**
     * Returns the private chat with this person, or with oneself. @throws Fault of the call; UNKNOWN when the answer is
     * another chat.
     */
    async openPrivateChat(identifier: string): Promise<{ conversationId: string }> {
      if (identifier === me.identifier) return { conversationId: await openOwnChat({ db, api, me, now, catchUp }) };
      const { conversation } = await api.conversation.create({ type: 'private', identifiers: [identifier] });
      if (!conversation || !isPrivateChatWith(conversation, identifier)) throw new Fault('UNKNOWN');
      await catchUp();
      const existing = await db.conversations.get(conversation.conversionId);
      if (existing && !isPrivateChatWith(existing, identifier)) throw new Fault('UNKNOWN');
      return { conversationId: conversation.conversionId };
    },

    /** Returns the group of this request, which is created if it does not exist yet. @throws Fault of the call. */
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

    /** Updates the group's settings and first members in one transaction. @throws Fault of the call. */
    async refreshGroup(conversationId: string): Promise<void> {
      // A group that I have just joined arrives with the next sync, together with its first rows.
      if (!(await db.conversations.get(conversationId))) await catchUp();
      const detail = await api.conversation.getGroupConversationDetail({ conversationId });
      if (detail.conversation?.conversionId !== conversationId) throw new Fault('UNKNOWN');
      await inbox.storeConversation(detail.conversation, detail);
      await members.fetchRecent(conversationId);
    },

    /**
     * Removes a group that has been disbanded, once people had the time to read that.
     * @throws EmptyError when `closed$` emits first; the group is removed after the next start.
     */
    async removeDismissed(
      { id, name, by }: { id: string; name: string; by: string },
      closed$: Observable<unknown>,
    ): Promise<void> {
      await firstValueFrom(timer(limits.dismissedShownFor, clock).pipe(takeUntil(closed$)));
      const isRemoved = await db.transaction('rw', rowTables(db), async () => {
        // A gateway that was restored from a backup may have the group again.
        if (await db.cursors.get(id)) return false;
        await deleteConversation(db, id);
        return true;
      });
      if (isRemoved) emit({ type: 'conversationLeft', conversationId: id, spaceId: '', name, how: 'dismissed', by });
    },

    /**
     * Optimistic: the setting changes locally at once, and a refusal reverts the fields that nobody has changed since.
     * Only `anonymous` waits for the gateway, which refuses an anonymous message before it has stored the setting.
     * @throws Fault of the call.
     */
    async changeSetting(conversationId: string, requested: Partial<Conversation_UserSetting>): Promise<void> {
      const row = await db.conversations.get(conversationId);
      // The gateway does not store whether a chat is encrypted.
      const { encrypted: _, ...setting } = requested;
      // A chat that has returned from the archive stays in the list when it is muted there.
      if (setting.noDisturb && row?.userSetting?.archivedSeq && !isArchived(row)) setting.archivedSeq = 0;
      const { anonymous: __, ...optimistic } = setting;
      const changed = await putSetting(conversationId, optimistic);
      if (!changed) throw new Fault('NOT_MEMBER');
      const run = (settingQueues.get(conversationId) ?? Promise.resolve()).then(async () => {
        try {
          await sendSetting(conversationId, setting);
        } catch (thrown) {
          const fields = Object.keys(optimistic) as (keyof Conversation_UserSetting)[];
          await putSetting(
            conversationId,
            Object.fromEntries(fields.map((field) => [field, changed.before[field]])),
            optimistic,
          );
          throw thrown;
        }
      });
      settingQueues.set(
        conversationId,
        run.catch(() => {}),
      );
      await run;
      await muteEnds.update();
    },

    /** Removes the conversation from the list until its next message. @throws Fault of the call. */
    async hideConversation(conversationId: string): Promise<void> {
      const { conversation } = await api.conversation.remove({ conversationId });
      if (conversation) await inbox.storeConversation(conversation);
    },
  };
}
