// Creating a group, and joining one that is open to anyone who knows its id.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type { Transaction } from 'kysely';
import { publishRows, type Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { newIdentifier } from '../../core/identifiers.ts';
import { type WritingRefusal, writingRefusals } from '../mayWrite.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
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

/** The people whom someone cannot add to a group, and why: they do not accept his messages, or no longer exist. */
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
     * Creates a group and returns its id. Leaves out people who do not accept messages from the caller.
     * `requestId` makes it idempotent: repeated by the same person it returns the same group.
     * @throws Fault BLOCKED or PRIVATE_CLOSED when everyone is left out, GROUP_FULL.
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
     * Joins a group whose `visibility` is on; does nothing for members.
     * @throws Fault NO_AUTH, GROUP_FULL, GROUP_REMOVED when a removed person needs a new invitation.
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
        // A room is joined through its space.
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
