// The rooms of a space: created, changed and deleted by its owner.
import type { Room } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { checkName } from '../core/checks.ts';
import { peopleNamed } from '../messages/send/systemRows.ts';
import { newIdentifier } from '../core/identifiers.ts';
import type { RoomRow, SpaceChange } from './spaceChange.ts';
import { isVisible } from './spaceMembers.ts';
import { roomTypes, type RoomPlan, type RoomType } from './spaceTemplates.ts';

/** A requested room. Visible by default; a manage room never is. @throws Fault BAD_NAME, BAD_REQUEST. */
export function planOf({ name, roomType, groupSetting }: Room, limits: Limits): RoomPlan {
  const type = (roomType || 'chat') as RoomType;
  if (!roomTypes.includes(type)) throw new Fault('BAD_REQUEST');
  const { supportAnonymous, visibility } = groupSetting ?? { supportAnonymous: false, visibility: true };
  return {
    name: checkName(name, limits.roomNameMax),
    roomType: type,
    groupSetting: { supportAnonymous, visibility: visibility && type !== 'manage' },
  };
}

/** The named people, if all are members. @throws Fault BAD_REQUEST */
async function checkInvited({ tx, space }: SpaceChange, invited: readonly string[]): Promise<string[]> {
  const named = [...new Set(invited)];
  if (named.length === 0) return [];
  const found = await tx
    .selectFrom('space_member')
    .select('identifier')
    .where('space', '=', space.id)
    .where('identifier', 'in', named)
    .execute();
  if (found.length !== named.length) throw new Fault('BAD_REQUEST');
  return named;
}

/**
 * Creates a room: visible, or for the owner and invited people. Returns its id; repeated with the same request id it
 * returns the same room.
 * @throws Fault ROOMS_FULL, BAD_REQUEST.
 */
export async function createRoom(
  change: SpaceChange,
  plan: RoomPlan,
  {
    invited = [],
    request = null,
    limits,
    place = 0,
  }: {
    invited?: readonly string[];
    request?: string | null;
    limits: Limits;
    place?: number;
  },
): Promise<string> {
  const { tx, space, rooms, now, admit, members, emit } = change;
  const made =
    request === null
      ? undefined
      : await tx.selectFrom('conversation').select(['id', 'space']).where('request', '=', request).executeTakeFirst();
  if (made && made.space !== space.id) throw new Fault('BAD_REQUEST');
  if (made) return made.id;
  if (rooms.length >= limits.roomsMax) throw new Fault('ROOMS_FULL');
  const { visibility } = plan.groupSetting;
  if (visibility && invited.length > 0) throw new Fault('BAD_REQUEST');
  const named = (await checkInvited(change, invited)).filter((one) => one !== space.owner);
  const id = newIdentifier();
  await tx
    .insertInto('conversation')
    .values({
      id,
      type: 'group',
      pair: null,
      owner: space.owner,
      name: plan.name,
      created_at: now + place,
      request,
      space: space.id,
      room_type: plan.roomType,
      group_setting: JSON.stringify(plan.groupSetting),
    })
    .execute();
  await admit(id, [space.owner], { role: 'owner', invited: true });
  const others = visibility ? (await members()).filter((one) => one !== space.owner) : named;
  await admit(id, others, { invited: !visibility });
  emit('CREATE', [space.owner, ...others], id);
  return id;
}

/** @throws Fault NO_AUTH when it is no room of this space. */
export function roomOf({ rooms }: SpaceChange, conversationId: string): RoomRow {
  const room = rooms.find(({ id }) => id === conversationId);
  if (!room) throw new Fault('NO_AUTH');
  return room;
}

/** @throws Fault LAST_ROOM when no other room is visible. */
function checkOthersVisible({ rooms }: SpaceChange, room: RoomRow): void {
  if (isVisible(room) && rooms.filter(isVisible).length === 1) throw new Fault('LAST_ROOM');
}

/** Renames a room, and sets its visibility and invited people. @throws Fault LAST_ROOM, BAD_NAME, BAD_REQUEST. */
export async function changeRoom(
  change: SpaceChange,
  room: RoomRow,
  asked: Room,
  invited: readonly string[],
  limits: Limits,
): Promise<void> {
  const { tx, write, emit, peopleIn } = change;
  const { name, groupSetting } = planOf(
    {
      ...asked,
      roomType: room.room_type,
      groupSetting: asked.groupSetting ?? { supportAnonymous: false, visibility: false, ...room.group_setting },
    },
    limits,
  );
  if (groupSetting.visibility && invited.length > 0) throw new Fault('BAD_REQUEST');
  if (!groupSetting.visibility) checkOthersVisible(change, room);
  const named = await checkInvited(change, invited);
  const before = await peopleIn(room.id);
  if (name !== room.name) {
    await tx.updateTable('conversation').set({ name }).where('id', '=', room.id).execute();
    await write(room.id, 'groupName', { name });
  }
  const { supportAnonymous = false, visibility = false } = room.group_setting;
  const isOther = groupSetting.supportAnonymous !== supportAnonymous || groupSetting.visibility !== visibility;
  if (isOther) {
    await tx
      .updateTable('conversation')
      .set({ group_setting: JSON.stringify(groupSetting) })
      .where('id', '=', room.id)
      .execute();
    const seq = await write(room.id, 'groupSetting', groupSetting);
    if (groupSetting.visibility && !visibility) await show(change, room, before, seq);
    if (!groupSetting.visibility && visibility) await hide(change, room, before, seq, named);
  }
  if (named.length > 0) await invite(change, room, named);
  if (name === room.name && !isOther && named.length === 0) return;
  const after = await peopleIn(room.id);
  emit(
    'CHANGE',
    [...after.keys()].filter((one) => before.has(one)),
    room.id,
  );
  emit(
    'CREATE',
    [...after.keys()].filter((one) => !before.has(one)),
    room.id,
  );
  emit(
    'DELETE_ROOM',
    [...before.keys()].filter((one) => !after.has(one)),
    room.id,
  );
}

/** From now on all members are in it. Only people who were in it before see earlier messages. */
async function show(
  { tx, members, admit }: SpaceChange,
  { id }: RoomRow,
  before: ReadonlyMap<string, unknown>,
  seq: number,
): Promise<void> {
  await tx
    .updateTable('conversation')
    .set({ shown_after: seq - 1 })
    .where('id', '=', id)
    .execute();
  await admit(
    id,
    (await members()).filter((one) => !before.has(one)),
  );
}

/** Invited people stay; the others see that it was hidden, and nothing after that. */
async function hide(
  { space, release }: SpaceChange,
  { id }: RoomRow,
  before: ReadonlyMap<string, { invited: boolean }>,
  seq: number,
  named: readonly string[],
): Promise<void> {
  const leaving = [...before]
    .filter(([identifier, { invited }]) => !invited && identifier !== space.owner && !named.includes(identifier))
    .map(([identifier]) => identifier);
  if (leaving.length > 0) await release(id, seq, leaving);
}

/** Existing members from now on are in it by name. */
async function invite(
  { tx, inside, admit, write }: SpaceChange,
  { id }: RoomRow,
  named: readonly string[],
): Promise<void> {
  const here = await inside(id, named);
  const coming = named.filter((one) => !here.has(one));
  if (coming.length > 0) {
    const seq = await write(id, 'inviteMember', { members: await peopleNamed(tx, coming) }, coming);
    await admit(id, coming, { invited: true, after: seq - 1 });
  }
  await tx
    .updateTable('member')
    .set({ invited: true })
    .where('conversation', '=', id)
    .where('identifier', 'in', named)
    .execute();
}

/** Ends a room for everyone in it. */
async function end({ tx, write, release }: SpaceChange, { id }: RoomRow): Promise<void> {
  await tx.updateTable('conversation').set({ status: 'delete' }).where('id', '=', id).execute();
  await release(id, await write(id, 'dismissGroup', {}));
}

/** @throws Fault LAST_ROOM */
export async function deleteRoom(change: SpaceChange, room: RoomRow): Promise<void> {
  checkOthersVisible(change, room);
  change.emit('DELETE_ROOM', [...(await change.peopleIn(room.id)).keys()], room.id);
  await end(change, room);
}

/** Dissolves the space with all its rooms. */
export async function dissolve(change: SpaceChange): Promise<void> {
  const { tx, space, rooms, members, emit } = change;
  emit('DISSOLVE', await members());
  for (const room of rooms) await end(change, room);
  await tx.deleteFrom('removed').where('place', '=', space.id).execute();
  await tx.deleteFrom('space').where('id', '=', space.id).execute();
}
