// A person's own settings for a conversation. Whether a private chat is encrypted is decided by devices, inside sealed
// messages.
import type { Conversation_UserSetting } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { publishNotice, type Bus } from '../../core/bus.ts';
import { checkOptionalName, checkUnencrypted } from '../../core/checks.ts';
import type { Notices } from '../push/notices.ts';
import type { Db } from '../../db/store.ts';
import type { DeviceRef } from '../sync/storedRows.ts';

/** Settings whose change adds a system line on the person's other devices. */
const settingsWithNotice = ['groupRemark', 'anonymous'] as const;

export function createUserSettings({ db, bus, notices }: { db: Db; bus: Bus; notices: Notices }) {
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
     * Sets these fields (all of them when none are named) and notifies this person's other devices.
     * @throws Fault NO_AUTH when not a member; BAD_NAME; BAD_REQUEST for an unknown field.
     */
    async set(
      { identifier, device }: DeviceRef,
      conversation: string,
      input: Conversation_UserSetting,
      fields: readonly string[] = [],
    ): Promise<void> {
      const { anonymous, noDisturb, isTop, unencrypted, mentionsOnly } = input;
      checkUnencrypted(unencrypted);
      const requested: Omit<Conversation_UserSetting, 'encrypted'> = {
        anonymous,
        noDisturb,
        isTop,
        unencrypted,
        mentionsOnly,
        groupRemark: checkOptionalName(input.groupRemark, limits.groupNameMax),
      };
      if (fields.some((field) => !Object.hasOwn(requested, field))) throw new Fault('BAD_REQUEST');
      const isSelected = (field: string) => fields.length === 0 || fields.includes(field);
      const afterCommit = await db.transaction().execute(async (tx) => {
        const own = await tx
          .selectFrom('member')
          .select('user_setting')
          .where('conversation', '=', conversation)
          .where('identifier', '=', identifier)
          .where('left_seq', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (!own) throw new Fault('NO_AUTH');
        const before: Partial<Conversation_UserSetting> = own.user_setting;
        const setting: Partial<Conversation_UserSetting> = {
          ...before,
          ...Object.fromEntries(Object.entries(requested).filter(([field]) => isSelected(field))),
        };
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
