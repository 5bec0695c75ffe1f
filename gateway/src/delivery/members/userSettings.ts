// How somebody sees a conversation, changed by himself alone; but whether a private chat is encrypted is both's.
import type { Conversation_UserSetting } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { sql, type Transaction } from 'kysely';
import { subjects, type Bus } from '../push/bus.ts';
import { checkOptionalName, checkUnencrypted } from '../../doors/checks.ts';
import type { Notices } from '../push/notices.ts';
import type { Db } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { Reader } from '../sync/storedRows.ts';

/** Those of which the other devices keep a line. */
const noticed = ['groupRemark', 'anonymous'] as const;

/** Lets all members see the conversation as encrypted, or not. Returns those for whom that is new. */
export async function setEncrypted(
  tx: Transaction<Tables>,
  conversation: string,
  encrypted: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    update member set user_setting = user_setting || jsonb_build_object('encrypted', ${encrypted}::boolean)
    where conversation = ${conversation} and left_seq is null and (user_setting ->> 'encrypted')::boolean is distinct from ${encrypted}
    returning identifier`.execute(tx);
  return rows.map(({ identifier }) => identifier);
}

export type UserSettings = ReturnType<typeof createUserSettings>;

export function createUserSettings({ db, bus, notices }: { db: Db; bus: Bus; notices: Notices }) {
  return {
    /**
     * Sets these fields of it, without any all of it, and tells this person's other devices.
     * @throws Fault NO_AUTH when he is no member; BAD_NAME; BAD_REQUEST for a field that there is not.
     */
    async set(
      { identifier, device }: Reader,
      conversation: string,
      given: Conversation_UserSetting,
      fields: readonly string[] = [],
    ): Promise<void> {
      const { anonymous, encrypted, noDisturb, isTop, unencrypted } = given;
      checkUnencrypted(unencrypted);
      const asked: Conversation_UserSetting = {
        anonymous,
        encrypted,
        noDisturb,
        isTop,
        unencrypted,
        groupRemark: checkOptionalName(given.groupRemark, limits.groupNameMax),
      };
      if (fields.some((field) => !Object.hasOwn(asked, field))) throw new Fault('BAD_REQUEST');
      const isMeant = (field: string) => fields.length === 0 || fields.includes(field);
      const { tells, others } = await db.transaction().execute(async (tx) => {
        // The conversation's lock, so that two who turn encryption on and off end with the same.
        const place = await tx
          .selectFrom('conversation')
          .select('type')
          .where('id', '=', conversation)
          .forUpdate()
          .executeTakeFirst();
        const own = await tx
          .selectFrom('member')
          .select('user_setting')
          .where('conversation', '=', conversation)
          .where('identifier', '=', identifier)
          .where('left_seq', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (!own || !place) throw new Fault('NO_AUTH');
        const before: Partial<Conversation_UserSetting> = own.user_setting;
        const setting: Partial<Conversation_UserSetting> = {
          ...before,
          ...Object.fromEntries(Object.entries(asked).filter(([field]) => isMeant(field))),
        };
        await tx
          .updateTable('member')
          .set({ user_setting: JSON.stringify(setting) })
          .where('conversation', '=', conversation)
          .where('identifier', '=', identifier)
          .execute();
        const told = [];
        for (const cmdId of noticed) {
          if (!isMeant(cmdId) || asked[cmdId] === (before[cmdId] ?? (cmdId === 'anonymous' ? false : ''))) continue;
          const body = JSON.stringify({ [cmdId]: asked[cmdId] });
          told.push(
            await notices.keep(
              tx,
              identifier,
              { type: 'command', cmdId, conversationId: conversation, identifier, body },
              device,
            ),
          );
        }
        const isNewFor =
          place.type === 'private' && isMeant('encrypted') && asked.encrypted !== (before.encrypted ?? false);
        const alsoFor = isNewFor ? await setEncrypted(tx, conversation, asked.encrypted) : [];
        return { tells: told, others: alsoFor };
      });
      for (const tell of tells) tell();
      bus.publish(subjects.person(identifier), {
        kind: 'notice',
        exceptDevice: device,
        notify: { type: 'conversationChanged', conversationId: conversation, identifier },
      });
      for (const other of others) {
        bus.publish(subjects.person(other), {
          kind: 'notice',
          notify: { type: 'conversationChanged', conversationId: conversation, identifier },
        });
      }
    },

    /** Takes the conversation off this person's list until something new is said in it. */
    async hide({ identifier, device }: Reader, conversation: string): Promise<void> {
      await db
        .updateTable('member')
        .from('conversation')
        .set((row) => ({ hidden_seq: row.ref('conversation.last_seq') }))
        .whereRef('conversation.id', '=', 'member.conversation')
        .where('conversation.id', '=', conversation)
        .where('identifier', '=', identifier)
        .execute();
      bus.publish(subjects.person(identifier), {
        kind: 'notice',
        exceptDevice: device,
        notify: { type: 'conversationChanged', conversationId: conversation, identifier },
      });
    },
  };
}
