// A person's own settings for a conversation. Whether a private chat is encrypted is decided by devices, inside sealed
// messages.
import type { Conversation_UserSetting } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { isMuted } from '@amber/proto/muted';
import { publishNotice } from '../../core/bus.ts';
import { checkOptionalName, checkUnencrypted } from '../../core/checks.ts';
import type { Notices } from '../push/notices.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';
import type { DeviceRef } from '../sync/storedRows.ts';

/** Settings whose change adds a system line on the person's other devices. */
const settingsWithNotice = ['groupRemark', 'anonymous'] as const;

/** Settings that change only by name: a build that sends all its fields does not know them. */
const namedOnly: ReadonlySet<string> = new Set(['mutedUntil', 'archivedSeq', 'markedUnread']);

interface UserSettingsPorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock'> {
  notices: Notices;
}

export function createUserSettings({ db, bus, clock, notices }: UserSettingsPorts) {
  /** @throws Fault BAD_REQUEST unless the time is 0 or in the future. */
  const checkMutedUntil = (time: number): void => {
    const now = clock();
    if (time !== 0 && (time <= now || time > now + limits.muteMax)) throw new Fault('BAD_REQUEST');
  };

  /** Notifies this person's other devices. */
  const publishChange = ({ identifier, device }: DeviceRef, conversationId: string): void =>
    publishNotice(
      bus,
      identifier,
      { type: 'conversationChanged', conversationId, identifier },
      { exceptDevice: device },
    );

  return {
    /**
     * Sets these fields (when none are named, all that older builds know) and notifies this person's other devices.
     * @throws Fault NO_AUTH when not a member; BAD_NAME; BAD_REQUEST for an unknown field or a value out of range.
     */
    async set(
      { identifier, device }: DeviceRef,
      conversation: string,
      input: Conversation_UserSetting,
      fields: readonly string[] = [],
    ): Promise<void> {
      const { anonymous, noDisturb, isTop, unencrypted, mentionsOnly, mutedUntil, archivedSeq, markedUnread } = input;
      checkUnencrypted(unencrypted);
      const requested: Omit<Conversation_UserSetting, 'encrypted'> = {
        anonymous,
        noDisturb,
        isTop,
        unencrypted,
        mentionsOnly,
        mutedUntil,
        archivedSeq,
        markedUnread,
        groupRemark: checkOptionalName(input.groupRemark, limits.groupNameMax),
      };
      if (fields.some((field) => !Object.hasOwn(requested, field))) throw new Fault('BAD_REQUEST');
      const isSelected = (field: string) => fields.includes(field) || (fields.length === 0 && !namedOnly.has(field));
      // An end without a mute, or with one that another device switches off meanwhile, would have no meaning.
      if (isSelected('mutedUntil') && (!fields.includes('noDisturb') || (mutedUntil !== 0 && !noDisturb)))
        throw new Fault('BAD_REQUEST');
      if (isSelected('mutedUntil')) checkMutedUntil(mutedUntil);
      const afterCommit = await db.transaction().execute(async (tx) => {
        const own = await tx
          .selectFrom('member')
          .innerJoin('conversation', 'conversation.id', 'member.conversation')
          .select(['user_setting', 'last_seq'])
          .where('conversation', '=', conversation)
          .where('identifier', '=', identifier)
          .where('left_seq', 'is', null)
          .forUpdate('member')
          .executeTakeFirst();
        if (!own) throw new Fault('NO_AUTH');
        // A later position would hide messages that nobody has written yet.
        if (isSelected('archivedSeq') && (archivedSeq < 0 || archivedSeq > own.last_seq))
          throw new Fault('BAD_REQUEST');
        const before: Partial<Conversation_UserSetting> = own.user_setting;
        const setting: Partial<Conversation_UserSetting> = {
          ...before,
          ...Object.fromEntries(Object.entries(requested).filter(([field]) => isSelected(field))),
        };
        // A build that knows no ends mutes without one; if the conversation is muted already, it changes nothing.
        if (isSelected('noDisturb') && !fields.includes('mutedUntil') && !(noDisturb && isMuted(before, clock())))
          setting.mutedUntil = 0;
        await tx
          .updateTable('member')
          .set({ user_setting: JSON.stringify(setting) })
          .where('conversation', '=', conversation)
          .where('identifier', '=', identifier)
          .execute();
        const afterCommit = [];
        for (const cmdId of settingsWithNotice) {
          if (!isSelected(cmdId) || requested[cmdId] === (before[cmdId] ?? (cmdId === 'anonymous' ? false : '')))
            continue;
          const body = JSON.stringify({ [cmdId]: requested[cmdId] });
          afterCommit.push(
            await notices.add(
              tx,
              identifier,
              { type: 'command', cmdId, conversationId: conversation, identifier, body },
              device,
            ),
          );
        }
        return afterCommit;
      });
      for (const emit of afterCommit) emit();
      publishChange({ identifier, device }, conversation);
    },

    /** Hides the conversation from this person's list until a new message arrives. */
    async hide({ identifier, device }: DeviceRef, conversation: string): Promise<void> {
      await db
        .updateTable('member')
        .from('conversation')
        .set((row) => ({ hidden_seq: row.ref('conversation.last_seq') }))
        .whereRef('conversation.id', '=', 'member.conversation')
        .where('conversation.id', '=', conversation)
        .where('identifier', '=', identifier)
        .execute();
      publishChange({ identifier, device }, conversation);
    },
  };
}
