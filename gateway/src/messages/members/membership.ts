// Membership of a conversation. Every change locks the conversation, as sending does.
import { sql } from 'kysely';
import { publishNotice, subjects } from '../../core/bus.ts';
import type { Transaction } from '../../db/store.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

type MembershipPorts = Pick<GatewayBase, 'bus' | 'clock'>;

/** A new member's initial settings for a conversation. */
const initialSettings = { private: { encrypted: true }, group: {}, robot: {} } as const;

/** Hands a conversation over from its owner to another member. `values`: what else to set in both members' rows. */
export async function changeOwner(
  tx: Transaction,
  conversation: string,
  { from, to }: { from: string; to: string },
  values: { invited?: boolean } = {},
): Promise<void> {
  await tx
    .updateTable('member')
    .set({ ...values, role: sql<'owner' | 'member'>`case when identifier = ${to} then 'owner' else 'member' end` })
    .where('conversation', '=', conversation)
    .where('identifier', 'in', [to, from])
    .execute();
  await tx.updateTable('conversation').set({ owner: to }).where('id', '=', conversation).execute();
}

export type Membership = ReturnType<typeof createMembership>;

export function createMembership({ bus, clock }: MembershipPorts) {
  const lock = (tx: Transaction, conversation: string) =>
    tx.selectFrom('conversation').selectAll().where('id', '=', conversation).forUpdate().executeTakeFirstOrThrow();

  const bumpVersion = async (tx: Transaction, conversation: string): Promise<number> => {
    const { members_version } = await tx
      .updateTable('conversation')
      .set((row) => ({ members_version: row('members_version', '+', 1) }))
      .where('id', '=', conversation)
      .returning('members_version')
      .executeTakeFirstOrThrow();
    return members_version;
  };

  /** Notifies these people's devices that their view of the conversation changed. */
  function notifyChanged(conversation: string, identifiers: readonly string[]): void {
    for (const identifier of identifiers)
      publishNotice(bus, identifier, { type: 'conversationChanged', conversationId: conversation, identifier });
  }

  return {
    /**
     * Adds people inside the caller's transaction; call `publishChange` after the commit. Existing members stay as they
     * are. New members see messages after `after`: by default those from now on, and in a room that is visible to its
     * whole space those since it became visible.
     * @returns the membership's new version
     */
    async add(
      tx: Transaction,
      conversation: string,
      people: { identifier: string; role: 'owner' | 'member'; invited?: boolean }[],
      after?: number,
    ): Promise<number> {
      const { last_seq, type, space, group_setting, shown_after } = await lock(tx, conversation);
      const isOpenRoom = space !== null && group_setting.visibility === true;
      const joined_seq = after ?? (isOpenRoom ? shown_after : last_seq);
      // Messages from before they joined are readable history, but do not count as unread.
      const read_seq = space === null ? 0 : last_seq;
      // Array parameters work for any number of people: a room may gain thousands at once, and sending waits for its
      // lock.
      const [identifiers, roles, invited] = [
        people.map((one) => one.identifier),
        people.map((one) => one.role),
        people.map((one) => one.invited ?? false),
      ];
      await sql`
        insert into member (conversation, identifier, role, invited, joined_seq, joined_at, read_seq, user_setting)
        select ${conversation}, p.identifier, p.role, p.invited, ${joined_seq}::bigint, ${clock()}::bigint, ${read_seq}::bigint, ${JSON.stringify(initialSettings[type])}::jsonb
        from unnest(${identifiers}::text[], ${roles}::text[], ${invited}::boolean[]) as p (identifier, role, invited)
        on conflict (conversation, identifier) do update set
          left_seq = null, hidden_seq = null, role = excluded.role, invited = excluded.invited, joined_seq = excluded.joined_seq,
          joined_at = excluded.joined_at, entry = excluded.entry, read_seq = greatest(member.read_seq, excluded.read_seq)
        where member.left_seq is not null`.execute(tx);
      return bumpVersion(tx, conversation);
    },

    /**
     * Removes people (everyone when none are named) inside the caller's transaction. `upTo` is the last message that
     * they can see; they can send no more.
     * @returns the membership's new version
     */
    async remove(tx: Transaction, conversation: string, upTo: number, people?: readonly string[]): Promise<number> {
      await lock(tx, conversation);
      let leaving = tx
        .updateTable('member')
        .set({ left_seq: upTo, role: 'member' })
        .where('conversation', '=', conversation)
        .where('left_seq', 'is', null);
      if (people) leaving = leaving.where(sql<boolean>`identifier = any(${people}::text[])`);
      await leaving.execute();
      return bumpVersion(tx, conversation);
    },

    /** Notifies these people's devices that they joined or left. */
    publishChange(conversation: string, identifiers: readonly string[]): void {
      for (const identifier of identifiers) bus.publish(subjects.person(identifier), { kind: 'membership' });
      notifyChanged(conversation, identifiers);
    },
  };
}
