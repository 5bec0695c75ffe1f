// Who is in a conversation. Every change takes the conversation's lock, which sending takes too.
import type { Transaction } from 'kysely';
import { subjects, type Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../store.ts';
import type { Tables } from '../tables.ts';

interface MembershipPorts {
  db: Db;
  bus: Bus;
  clock: Clock;
}

/** How a new member sees a conversation. */
const firstSetting = { private: { encrypted: true }, group: {}, robot: {} } as const;

export type Membership = ReturnType<typeof createMembership>;

export function createMembership({ db, bus, clock }: MembershipPorts) {
  const lock = (tx: Transaction<Tables>, conversation: string) =>
    tx.selectFrom('conversation').selectAll().where('id', '=', conversation).forUpdate().executeTakeFirstOrThrow();

  const bump = async (tx: Transaction<Tables>, conversation: string): Promise<number> => {
    const { members_version } = await tx.updateTable('conversation').set((row) => ({ members_version: row('members_version', '+', 1) }))
      .where('id', '=', conversation).returning('members_version').executeTakeFirstOrThrow();
    return members_version;
  };

  return {
    /**
     * Adds people inside a transaction of the caller's; tell `changed` once it has committed. Who is a member stays one.
     * They see what comes after `after`: from now on, unless it is given. Returns the version of the membership.
     */
    async add(
      tx: Transaction<Tables>, conversation: string, people: { identifier: string; role: 'owner' | 'member' }[], after?: number,
    ): Promise<number> {
      const { last_seq, type } = await lock(tx, conversation);
      const joined_seq = after ?? last_seq;
      await tx.insertInto('member').values(people.map(({ identifier, role }) => ({
        conversation, identifier, role, joined_seq, joined_at: clock(), left_seq: null,
        user_setting: JSON.stringify(firstSetting[type]),
      }))).onConflict((on) => on.columns(['conversation', 'identifier'])
        .doUpdateSet((row) => ({ left_seq: null, role: row.ref('excluded.role'), joined_seq, joined_at: clock(), hidden_seq: null }))
        .where('member.left_seq', 'is not', null)).execute();
      return bump(tx, conversation);
    },

    /** Removes somebody: from here on he neither sends to the conversation nor sees what is new in it. */
    async remove(conversation: string, identifier: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { last_seq } = await lock(tx, conversation);
        await tx.updateTable('member').set({ left_seq: last_seq })
          .where('conversation', '=', conversation).where('identifier', '=', identifier).where('left_seq', 'is', null).execute();
        await bump(tx, conversation);
      });
      this.changed(conversation, [identifier]);
    },

    /** Tells the devices of these people. */
    changed(conversation: string, identifiers: string[]): void {
      for (const identifier of identifiers) {
        bus.publish(subjects.person(identifier), { kind: 'membership' });
        bus.publish(subjects.person(identifier), { kind: 'notice', notify: { type: 'conversationChanged', conversationId: conversation, identifier } });
      }
    },
  };
}
