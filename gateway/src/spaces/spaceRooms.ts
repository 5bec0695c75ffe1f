// The rooms of a space: created, changed and deleted by its owner.
import type { Room } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { checkName } from '../core/checks.ts';
import { spaceMembersAmong } from '../messages/members/currentMembers.ts';
import { profilesOf } from '../messages/send/systemRows.ts';
import { newIdentifier } from '../core/identifiers.ts';
import type { RoomRow, SpaceChange } from './spaceChange.ts';
import { isVisible } from './spaceMembers.ts';
import { roomTypes, type RoomPlan, type RoomType } from './spaceTemplates.ts';

/** A requested room. Visible by default; a manage room never is. @throws Fault BAD_NAME, BAD_REQUEST. */
export function toRoomPlan({ name, roomType, groupSetting }: Room, limits: Limits): RoomPlan {
  const type = (roomType || 'chat') as RoomType;
  if (!roomTypes.includes(type)) throw new Fault('BAD_REQUEST');
  const { supportAnonymous, visibility } = groupSetting ?? { supportAnonymous: false, visibility: true };
  return {
    name: checkName(name, limits.roomNameMax),
    roomType: type,
    groupSetting: { supportAnonymous, visibility: visibility && type !== 'manage' },
  };
}

/** Returns the named people, if all are members of the space. @throws Fault BAD_REQUEST */
async function checkInvited({ tx, space }: SpaceChange, invited: readonly string[]): Promise<string[]> {
  const invitedMembers = [...new Set(invited)];
  if (invitedMembers.length === 0) return [];
  if ((await spaceMembersAmong(tx, space.id, invitedMembers)).size !== invitedMembers.length)
    throw new Fault('BAD_REQUEST');
  return invitedMembers;
}

/**
 * Creates a room: a visible one, or one for the owner and invited people. Returns its id; repeated with the same
 * request id it returns the same room.
 * @throws Fault ROOMS_FULL, BAD_REQUEST.
 */
export async function createRoom(
  change: SpaceChange,
  plan: RoomPlan,
  {
    invited = [],
    request = null,
    limits,
    index = 0,
  }: {
    invited?: readonly string[];
    request?: string | null;
    limits: Limits;
    index?: number;
  },
): Promise<string> {
  const { tx, space, rooms, now, addToRoom, members, addNotice } = change;
  const existing =
    request === null
      ? undefined
      : await tx.selectFrom('conversation').select(['id', 'space']).where('request', '=', request).executeTakeFirst();
  if (existing && existing.space !== space.id) throw new Fault('BAD_REQUEST');
  if (existing) return existing.id;
  if (rooms.length >= limits.roomsMax) throw new Fault('ROOMS_FULL');
  const { visibility } = plan.groupSetting;
  if (visibility && invited.length > 0) throw new Fault('BAD_REQUEST');
  const invitedMembers = (await checkInvited(change, invited)).filter((one) => one !== space.owner);
  const id = newIdentifier();
  await tx
    .insertInto('conversation')
    .values({
      id,
      type: 'group',
      pair: null,
      owner: space.owner,
      name: plan.name,
      created_at: now + index,
      request,
      space: space.id,
      room_type: plan.roomType,
      group_setting: JSON.stringify(plan.groupSetting),
    })
    .execute();
  await addToRoom(id, [space.owner], { role: 'owner', invited: true });
  const others = visibility ? (await members()).filter((one) => one !== space.owner) : invitedMembers;
  await addToRoom(id, others, { invited: !visibility });
  addNotice('CREATE', [space.owner, ...others], id);
  return id;
}

/** Finds a room of this space. @throws Fault NO_AUTH when it is no room of this space. */
export function roomOf({ rooms }: SpaceChange, conversationId: string): RoomRow {
  const room = rooms.find(({ id }) => id === conversationId);
  if (!room) throw new Fault('NO_AUTH');
  return room;
}

/** Checks that another visible room remains. @throws Fault LAST_ROOM when there is none. */
function checkOthersVisible({ rooms }: SpaceChange, room: RoomRow): void {
  if (isVisible(room) && rooms.filter(isVisible).length === 1) throw new Fault('LAST_ROOM');
}

type RoomMembers = Awaited<ReturnType<SpaceChange['roomMembers']>>;

/** The people of the second list who are not in the first. */
const peopleWithout = (without: RoomMembers, people: RoomMembers): string[] =>
  [...people.keys()].filter((one) => !without.has(one));

/** Renames a room, and sets its visibility and invited people. @throws Fault LAST_ROOM, BAD_NAME, BAD_REQUEST. */
export async function changeRoom(
  change: SpaceChange,
  room: RoomRow,
  roomForm: Room,
  invited: readonly string[],
  limits: Limits,
): Promise<void> {
  const { tx, writeCommand, addNotice, roomMembers } = change;
  const { name, groupSetting } = toRoomPlan(
    {
      ...roomForm,
      roomType: room.room_type,
      groupSetting: roomForm.groupSetting ?? { supportAnonymous: false, visibility: false, ...room.group_setting },
    },
    limits,
  );
  if (groupSetting.visibility && invited.length > 0) throw new Fault('BAD_REQUEST');
  if (!groupSetting.visibility) checkOthersVisible(change, room);
  const invitedMembers = await checkInvited(change, invited);
  const before = await roomMembers(room.id);
  if (name !== room.name) {
    await tx.updateTable('conversation').set({ name }).where('id', '=', room.id).execute();
    await writeCommand(room.id, 'groupName', { name });
  }
  const { supportAnonymous = false, visibility = false } = room.group_setting;
  const isSettingChanged = groupSetting.supportAnonymous !== supportAnonymous || groupSetting.visibility !== visibility;
  if (isSettingChanged) {
    await tx
      .updateTable('conversation')
      .set({ group_setting: JSON.stringify(groupSetting) })
      .where('id', '=', room.id)
      .execute();
    const seq = await writeCommand(room.id, 'groupSetting', groupSetting);
    if (groupSetting.visibility && !visibility) await showRoom(change, room, before, seq);
    if (!groupSetting.visibility && visibility) await hideRoom(change, room, before, seq, invitedMembers);
  }
  if (invitedMembers.length > 0) await inviteToRoom(change, room, invitedMembers);
  if (name === room.name && !isSettingChanged && invitedMembers.length === 0) return;
  const after = await roomMembers(room.id);
  addNotice(
    'CHANGE',
    [...after.keys()].filter((one) => before.has(one)),
    room.id,
  );
  addNotice('CREATE', peopleWithout(before, after), room.id);
  addNotice('DELETE_ROOM', peopleWithout(after, before), room.id);
}

/**
 * Makes a room visible: from now on all members of the space are in it. Only people who were in it before see earlier
 * messages.
 */
async function showRoom(
  { tx, members, addToRoom }: SpaceChange,
  { id }: RoomRow,
  before: ReadonlyMap<string, unknown>,
  seq: number,
): Promise<void> {
  await tx
    .updateTable('conversation')
    .set({ shown_after: seq - 1 })
    .where('id', '=', id)
    .execute();
  await addToRoom(
    id,
    (await members()).filter((one) => !before.has(one)),
  );
}

/** Hides a room. Invited people stay; the others see that it was hidden, and nothing after that. */
async function hideRoom(
  { space, removeFromRoom }: SpaceChange,
  { id }: RoomRow,
  before: ReadonlyMap<string, { invited: boolean }>,
  seq: number,
  invitedMembers: readonly string[],
): Promise<void> {
  const leaving = [...before]
    .filter(
      ([identifier, { invited }]) => !invited && identifier !== space.owner && !invitedMembers.includes(identifier),
    )
    .map(([identifier]) => identifier);
  if (leaving.length > 0) await removeFromRoom(id, seq, leaving);
}

/** Invites people to a room. Existing members are in it by name from now on. */
async function inviteToRoom(
  { tx, membersAmong, addToRoom, writeCommand }: SpaceChange,
  { id }: RoomRow,
  invitedMembers: readonly string[],
): Promise<void> {
  const present = await membersAmong(id, invitedMembers);
  const newcomers = invitedMembers.filter((one) => !present.has(one));
  if (newcomers.length > 0) {
    const seq = await writeCommand(id, 'inviteMember', { members: await profilesOf(tx, newcomers) }, newcomers);
    await addToRoom(id, newcomers, { invited: true, after: seq - 1 });
  }
  await tx
    .updateTable('member')
    .set({ invited: true })
    .where('conversation', '=', id)
    .where('identifier', 'in', invitedMembers)
    .execute();
}

/** Ends a room for everyone in it. */
async function endRoom({ tx, writeCommand, removeFromRoom }: SpaceChange, { id }: RoomRow): Promise<void> {
  await tx.updateTable('conversation').set({ status: 'delete' }).where('id', '=', id).execute();
  await removeFromRoom(id, await writeCommand(id, 'dismissGroup', {}));
}

/** Deletes a room. @throws Fault LAST_ROOM */
export async function deleteRoom(change: SpaceChange, room: RoomRow): Promise<void> {
  checkOthersVisible(change, room);
  change.addNotice('DELETE_ROOM', [...(await change.roomMembers(room.id)).keys()], room.id);
  await endRoom(change, room);
}

/** Dissolves the space with all its rooms. */
export async function dissolve(change: SpaceChange): Promise<void> {
  const { tx, space, rooms, members, addNotice } = change;
  addNotice('DISSOLVE', await members());
  for (const room of rooms) await endRoom(change, room);
  await tx.deleteFrom('removed').where('place', '=', space.id).execute();
  await tx.deleteFrom('space').where('id', '=', space.id).execute();
}
