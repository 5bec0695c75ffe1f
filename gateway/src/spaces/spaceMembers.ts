// Membership of a space and its rooms. Visible rooms contain every member of the space; other rooms contain their owner
// and the people who were invited to them.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type { DeviceRef } from '../messages/sync/storedRows.ts';
import { changeOwner } from '../messages/members/membership.ts';
import { profilesOf } from '../messages/send/systemRows.ts';
import { findJoinAccess } from './invitations.ts';
import type { ChangeSpace, RoomRow, SpaceChange } from './spaceChange.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface SpaceMembersPorts extends Pick<GatewayBase, 'db' | 'limits' | 'quotas'> {
  changeSpace: ChangeSpace;
  /** The ids of spaces without a member limit, because newcomers join them. */
  unlimited: ReadonlySet<string>;
}

export const isVisible = ({ group_setting }: Pick<RoomRow, 'group_setting'>): boolean =>
  group_setting.visibility === true;

/** The room that a new member sees first: the first visible chat room, else the first visible room. */
const firstRoom = (rooms: readonly RoomRow[]): RoomRow | undefined =>
  rooms.find((room) => isVisible(room) && room.room_type === 'chat') ?? rooms.find(isVisible);

/**
 * Removes members. Only the owner may do so; people who are not members are ignored.
 * @throws Fault BAD_REQUEST for the owner.
 */
export async function removeMembers(
  { tx, now, space, rooms, writeCommand, removeFromRoom, membersAmong, addNotice }: SpaceChange,
  people: readonly string[],
): Promise<void> {
  if (people.includes(space.owner)) throw new Fault('BAD_REQUEST');
  const deleted = await tx
    .deleteFrom('space_member')
    .where('space', '=', space.id)
    .where('identifier', 'in', people)
    .returning('identifier')
    .execute();
  const removed = deleted.map(({ identifier }) => identifier);
  if (removed.length === 0) return;
  await tx
    .insertInto('removed')
    .values(removed.map((identifier) => ({ place: space.id, identifier, removed_at: now })))
    .onConflict((on) => on.columns(['place', 'identifier']).doUpdateSet({ removed_at: now }))
    .execute();
  await tx.deleteFrom('invitation').where('space', '=', space.id).where('inviter', 'in', removed).execute();
  for (const { id } of rooms) {
    const leaving = [...(await membersAmong(id, removed))];
    if (leaving.length === 0) continue;
    await removeFromRoom(
      id,
      await writeCommand(id, 'deleteMember', { members: await profilesOf(tx, leaving) }, leaving),
      leaving,
    );
  }
  addNotice('REMOVE', removed);
}

/**
 * Makes a member the owner of the space and its rooms.
 * @throws Fault BAD_REQUEST when they are not a member, or already the owner.
 */
export async function transferOwnership(
  { tx, space, rooms, isMember, membersAmong, addToRoom, writeCommand }: SpaceChange,
  newOwner: string,
): Promise<void> {
  if (newOwner === space.owner || !(await isMember(newOwner))) throw new Fault('BAD_REQUEST');
  await tx.updateTable('space').set({ owner: newOwner, request: null }).where('id', '=', space.id).execute();
  const members = await profilesOf(tx, [newOwner]);
  for (const { id } of rooms) {
    if (!(await membersAmong(id, [newOwner])).has(newOwner)) {
      // The invitation is the first row that the new owner sees.
      const seq = await writeCommand(id, 'inviteMember', { members }, [newOwner]);
      await addToRoom(id, [newOwner], { invited: true, after: seq - 1 });
    }
    // As invited people they both stay in a hidden room, and in a room that is hidden later.
    await changeOwner(tx, id, { from: space.owner, to: newOwner }, { invited: true });
    await writeCommand(id, 'handOver', { members }, [newOwner]);
  }
}

type SpacesFullFault = 'SPACES_FULL' | 'THEIR_SPACES_FULL';

/** Adds a person to the space. @throws Fault `fullFault` when they are in the maximum number of spaces. */
export async function insertMember(
  { tx, space, now }: SpaceChange,
  identifier: string,
  { limits, fullFault }: { limits: Limits; fullFault: SpacesFullFault },
): Promise<void> {
  const { count } = await tx
    .selectFrom('space_member')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('identifier', '=', identifier)
    .executeTakeFirstOrThrow();
  if (count >= limits.spacesMax) throw new Fault(fullFault);
  await tx.insertInto('space_member').values({ space: space.id, identifier, joined_at: now }).execute();
}

/** Checks that the owner has not blocked this person. @throws Fault BLOCKED. */
export async function checkNotBlocked({ tx, space }: SpaceChange, identifier: string): Promise<void> {
  const blocked = await tx
    .selectFrom('block')
    .select('blocked')
    .where('identifier', '=', space.owner)
    .where('blocked', '=', identifier)
    .executeTakeFirst();
  if (blocked) throw new Fault('BLOCKED');
}

export type SpaceMembers = ReturnType<typeof createSpaceMembers>;

export function createSpaceMembers({ db, limits, quotas, changeSpace, unlimited }: SpaceMembersPorts) {
  /**
   * Whether joins and leaves are announced: in a large space nobody reads them, and every line would be sent to
   * everyone.
   */
  const announcesMembers = ({ space }: SpaceChange): boolean => space.member_count < limits.joinLinesBelow;

  /** The space with this id, or the space of the room with this id. @throws Fault NO_AUTH when there is none. */
  async function resolveSpace({
    spaceId,
    conversationId = '',
  }: {
    spaceId: string;
    conversationId?: string;
  }): Promise<string> {
    const found =
      spaceId ||
      (await db.selectFrom('conversation').select('space').where('id', '=', conversationId).executeTakeFirst())?.space;
    if (!found) throw new Fault('NO_AUTH');
    return found;
  }

  /** Checks whether a person may join. @throws Fault NO_AUTH, SPACE_APPROVAL, SPACE_REMOVED, BLOCKED. */
  async function checkMayJoin(change: SpaceChange, invitation: string): Promise<void> {
    const { tx, actor, space, now } = change;
    const { identifier } = actor;
    const { wayIn, wasRemoved } = await findJoinAccess(tx, space, identifier, invitation, now);
    if (wayIn !== 'direct')
      throw new Fault(wasRemoved ? 'SPACE_REMOVED' : wayIn === 'approval' ? 'SPACE_APPROVAL' : 'NO_AUTH');
    await checkNotBlocked(change, identifier);
  }

  /**
   * Adds a person who is not a member, and deletes the record of an earlier removal.
   * @throws Fault SPACE_FULL; `full` when this person is in the maximum number of spaces.
   */
  async function admit(change: SpaceChange, identifier: string, fullFault: SpacesFullFault): Promise<void> {
    const { tx, actor, space, rooms, addToRoom, writeCommand, addNotice } = change;
    if (space.member_count >= limits.spaceMembersMax && !unlimited.has(space.id)) throw new Fault('SPACE_FULL');
    await insertMember(change, identifier, { limits, fullFault });
    await tx.deleteFrom('join_apply').where('space', '=', space.id).where('identifier', '=', identifier).execute();
    await tx.deleteFrom('removed').where('place', '=', space.id).where('identifier', '=', identifier).execute();
    const members = await profilesOf(tx, [identifier]);
    for (const { id } of rooms.filter(isVisible)) {
      await addToRoom(id, [identifier]);
      if (announcesMembers(change))
        await writeCommand(
          id,
          'joinMember',
          { members },
          [],
          identifier === actor.identifier ? actor : { identifier, device: '' },
        );
    }
    addNotice('JOIN', [identifier]);
  }

  return {
    resolveSpace,
    admit,

    /**
     * Joins a space, identified by its own id or a room's; does nothing for a member. Returns the room to open: the
     * named one if this person is in it, else the first one.
     * @throws Fault NO_AUTH when there is none, or it requires an invitation and this one is invalid; SPACE_APPROVAL,
     * SPACE_REMOVED when the owner must approve; BLOCKED by the owner; SPACE_FULL, SPACES_FULL; TOO_MANY for repeated
     * joining and leaving.
     */
    async join(
      actor: DeviceRef,
      {
        spaceId,
        conversationId = '',
        invitation = '',
      }: { spaceId: string; conversationId?: string; invitation?: string },
    ) {
      const id = await resolveSpace({ spaceId, conversationId });
      const joins = `spaceJoin/${actor.identifier}`;
      const isSpent = (await quotas.countOf(joins)) >= limits.spaceJoinsPerHour;
      const { isNew, ...joined } = await changeSpace(actor, id, async (change) => {
        const isJoining = !(await change.isMember(actor.identifier));
        if (isJoining) {
          await checkMayJoin(change, invitation);
          if (isSpent) throw new Fault('TOO_MANY');
          await admit(change, actor.identifier, 'SPACES_FULL');
        }
        const requestedRoom = change.rooms.find((room) => room.id === conversationId);
        const isInRoom =
          requestedRoom && (await change.membersAmong(requestedRoom.id, [actor.identifier])).has(actor.identifier);
        return {
          isNew: isJoining,
          spaceId: change.space.id,
          conversationId: (isInRoom ? requestedRoom : firstRoom(change.rooms))?.id ?? '',
        };
      });
      if (isNew) await quotas.count(joins);
      return joined;
    },

    /** Leaves a space with all its rooms. @throws Fault NO_AUTH when not a member, SPACE_OWNER_STAYS. */
    quit: (actor: DeviceRef, spaceId: string): Promise<void> =>
      changeSpace(actor, spaceId, async (change) => {
        const { tx, space, rooms, membersAmong, writeCommand, removeFromRoom, addNotice } = change;
        const { identifier } = actor;
        if (space.owner === identifier) throw new Fault('SPACE_OWNER_STAYS');
        const { numDeletedRows } = await tx
          .deleteFrom('space_member')
          .where('space', '=', spaceId)
          .where('identifier', '=', identifier)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw new Fault('NO_AUTH');
        await tx.deleteFrom('invitation').where('space', '=', spaceId).where('inviter', '=', identifier).execute();
        for (const { id, last_seq } of rooms) {
          if (!(await membersAmong(id, [identifier])).has(identifier)) continue;
          await removeFromRoom(id, announcesMembers(change) ? await writeCommand(id, 'quitMember', {}) : last_seq, [
            identifier,
          ]);
        }
        addNotice('QUIT', [identifier]);
      }),
  };
}
