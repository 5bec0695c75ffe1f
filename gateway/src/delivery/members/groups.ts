// Beginning a group, and entering one that is open to whoever knows it.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type { Transaction } from 'kysely';
import { publishRows, type Bus } from '../push/bus.ts';
import type { Clock } from '../../kit/clock.ts';
import { newIdentifier } from '../../kit/identifiers.ts';
import { type WritingRefusal, writingRefusals } from '../../people/contacts/mayWrite.ts';
import type { Db } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { Membership } from './membership.ts';
import type { Reader } from '../sync/storedRows.ts';
import { appendSystemRow, peopleNamed } from '../send/systemRows.ts';

interface GroupPorts {
  db: Db;
  bus: Bus;
  clock: Clock;
  limits: Limits;
  membership: Membership;
}

export type Groups = ReturnType<typeof createGroups>;

/** Those of these people whom somebody cannot bring into a group, and why not: who would not be written to by him, or are no more. */
export async function unwillingOf(
  tx: Transaction<Tables>,
  actor: string,
  among: readonly string[],
): Promise<Map<string, WritingRefusal>> {
  const unwilling = await writingRefusals(tx, actor, among);
  if (among.length === 0) return unwilling;
  const gone = await tx
    .selectFrom('person')
    .select('identifier')
    .where('identifier', 'in', among)
    .where('deleted_at', 'is not', null)
    .execute();
  for (const { identifier } of gone) unwilling.set(identifier, 'BLOCKED');
  return unwilling;
}

export function createGroups({ db, bus, clock, limits, membership }: GroupPorts) {
  return {
    /**
     * The group's id. Who does not want to hear from the one who asks is left out.
     * `requestId` names the request: asked again by the same person it returns the group that it has made.
     * @throws Fault BLOCKED or PRIVATE_CLOSED when all are left out, GROUP_FULL.
     */
    async begin(
      actor: Reader,
      { name, others, requestId }: { name: string; others: string[]; requestId: string },
    ): Promise<string> {
      if (others.length >= limits.groupMembersMax) throw new Fault('GROUP_FULL');
      const request = requestId === '' ? null : `${actor.identifier}/${requestId}`;
      const made = await db.transaction().execute(async (tx) => {
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
        const unwilling = await unwillingOf(tx, actor.identifier, others);
        const people = others.filter((one) => !unwilling.has(one));
        if (people.length === 0) throw new Fault(unwilling.get(others[0]!)!);
        const version = await membership.add(tx, conversation, [
          { identifier: actor.identifier, role: 'owner' },
          ...people.map((identifier) => ({ identifier, role: 'member' as const })),
        ]);
        const row = await appendSystemRow(tx, {
          conversation,
          actor,
          cmdId: 'createGroup',
          targets: people,
          body: { name, members: await peopleNamed(tx, [actor.identifier, ...people]) },
          ts,
        });
        return { conversation, people, version, row };
      });
      if (!made)
        return (
          await db.selectFrom('conversation').select('id').where('request', '=', request).executeTakeFirstOrThrow()
        ).id;
      publishRows(bus, made.version, [made.row]);
      membership.changed(made.conversation, [actor.identifier, ...made.people]);
      return made.conversation;
    },

    /**
     * Enters a group whose `visibility` is on; who is in it stays in it.
     * @throws Fault NO_AUTH, GROUP_FULL, GROUP_REMOVED for who needs a new invitation.
     */
    async join(actor: Reader, conversation: string): Promise<void> {
      const { identifier } = actor;
      const joined = await db.transaction().execute(async (tx) => {
        const group = await tx
          .selectFrom('conversation')
          .select(['type', 'status', 'group_setting', 'space'])
          .where('id', '=', conversation)
          .forUpdate()
          .executeTakeFirst();
        if (group?.type !== 'group' || group.status !== 'normal') throw new Fault('NO_AUTH');
        const members = await tx
          .selectFrom('member')
          .select('identifier')
          .where('conversation', '=', conversation)
          .where('left_seq', 'is', null)
          .execute();
        if (members.some((member) => member.identifier === identifier)) return null;
        // A room is entered with its space.
        if (!group.group_setting.visibility || group.space !== null) throw new Fault('NO_AUTH');
        const removed = await tx
          .selectFrom('removed')
          .select('place')
          .where('place', '=', conversation)
          .where('identifier', '=', identifier)
          .executeTakeFirst();
        if (removed) throw new Fault('GROUP_REMOVED');
        if (members.length >= limits.groupMembersMax) throw new Fault('GROUP_FULL');
        const version = await membership.add(tx, conversation, [{ identifier, role: 'member' }]);
        const body = { members: await peopleNamed(tx, [identifier]) };
        return {
          version,
          row: await appendSystemRow(tx, { conversation, actor, cmdId: 'joinMember', body, ts: clock() }),
        };
      });
      if (!joined) return;
      publishRows(bus, joined.version, [joined.row]);
      membership.changed(conversation, [identifier]);
    },
  };
}
