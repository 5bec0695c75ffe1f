// Creating a group, and joining one that is open to anyone who knows its id.
import { Fault } from '@amber/proto/faults';
import { publishRows } from '../../core/bus.ts';
import { newIdentifier } from '../../core/identifiers.ts';
import { type WritingRefusal, writingRefusals } from '../mayWrite.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';
import type { Transaction } from '../../db/store.ts';
import { currentMembers } from './currentMembers.ts';
import type { Membership } from './membership.ts';
import type { DeviceRef } from '../sync/storedRows.ts';
import { appendSystemRow, profilesOf } from '../send/systemRows.ts';

interface GroupPorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'limits'> {
  membership: Membership;
}

/**
 * The people whom somebody cannot add to a group, and why: they do not accept messages from that person, or no longer
 * exist.
 */
export async function invitationRefusals(
  tx: Transaction,
  actor: string,
  among: readonly string[],
): Promise<Map<string, WritingRefusal>> {
  const refusals = await writingRefusals(tx, actor, among);
  if (among.length === 0) return refusals;
  const deletedPeople = await tx
    .selectFrom('person')
    .select('identifier')
    .where('identifier', 'in', among)
    .where('deleted_at', 'is not', null)
    .execute();
  for (const { identifier } of deletedPeople) refusals.set(identifier, 'BLOCKED');
  return refusals;
}

export function createGroups({ db, bus, clock, limits, membership }: GroupPorts) {
  return {
    /**
     * Creates a group and returns its id. Leaves out people who do not accept messages from the caller.
     * `requestId` makes it idempotent: repeated by the same person it returns the same group.
     * @throws Fault BLOCKED or PRIVATE_CLOSED when everyone is left out, GROUP_FULL.
     */
    async create(
      actor: DeviceRef,
      { name, others, requestId }: { name: string; others: string[]; requestId: string },
    ): Promise<string> {
      if (others.length >= limits.groupMembersMax) throw new Fault('GROUP_FULL');
      const request = requestId === '' ? null : `${actor.identifier}/${requestId}`;
      const created = await db.transaction().execute(async (tx) => {
        const conversation = newIdentifier();
        const ts = clock();
        const { numInsertedOrUpdatedRows: isNew } = await tx
          .insertInto('conversation')
          .values({
            id: conversation,
            type: 'group',
            pair: null,
            owner: actor.identifier,
            name,
            created_at: ts,
            request,
          })
          .onConflict((on) => on.column('request').doNothing())
          .executeTakeFirst();
        if (isNew === 0n) return null;
        const refusals = await invitationRefusals(tx, actor.identifier, others);
        const people = others.filter((one) => !refusals.has(one));
        if (people.length === 0) throw new Fault(refusals.get(others[0]!)!);
        const version = await membership.add(tx, conversation, [
          { identifier: actor.identifier, role: 'owner' },
          ...people.map((identifier) => ({ identifier, role: 'member' as const })),
        ]);
        const row = await appendSystemRow(tx, {
          conversation,
          actor,
          cmdId: 'createGroup',
          targets: people,
          body: { name, members: await profilesOf(tx, [actor.identifier, ...people]) },
          ts,
        });
        return { conversation, people, version, row };
      });
      if (!created)
        return (
          await db.selectFrom('conversation').select('id').where('request', '=', request).executeTakeFirstOrThrow()
        ).id;
      publishRows(bus, created.version, [created.row]);
      membership.publishChange(created.conversation, [actor.identifier, ...created.people]);
      return created.conversation;
    },

    /**
     * Joins a group whose `visibility` is on; does nothing for members.
     * @throws Fault NO_AUTH, GROUP_FULL, GROUP_REMOVED when a removed person needs a new invitation.
     */
    async join(actor: DeviceRef, conversation: string): Promise<void> {
      const { identifier } = actor;
      const joined = await db.transaction().execute(async (tx) => {
        const group = await tx
          .selectFrom('conversation')
          .select(['type', 'status', 'group_setting', 'space'])
          .where('id', '=', conversation)
          .forUpdate()
          .executeTakeFirst();
        if (group?.type !== 'group' || group.status !== 'normal') throw new Fault('NO_AUTH');
        const members = await currentMembers(tx, conversation);
        if (members.has(identifier)) return null;
        // A room is joined through its space, never directly.
        if (!group.group_setting.visibility || group.space !== null) throw new Fault('NO_AUTH');
        const removed = await tx
          .selectFrom('removed')
          .select('place')
          .where('place', '=', conversation)
          .where('identifier', '=', identifier)
          .executeTakeFirst();
        if (removed) throw new Fault('GROUP_REMOVED');
        if (members.size >= limits.groupMembersMax) throw new Fault('GROUP_FULL');
        const version = await membership.add(tx, conversation, [{ identifier, role: 'member' }]);
        const body = { members: await profilesOf(tx, [identifier]) };
        return {
          version,
          row: await appendSystemRow(tx, { conversation, actor, cmdId: 'joinMember', body, ts: clock() }),
        };
      });
      if (!joined) return;
      publishRows(bus, joined.version, [joined.row]);
      membership.publishChange(conversation, [identifier]);
    },
  };
}
