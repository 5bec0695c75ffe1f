// Deletes an account: leaves all groups and spaces, and removes everything except messages to others.
import { decode, encode } from '@amber/proto/codec';
import { deletedName } from '@amber/proto/deletedAccount';
import { sql } from 'kysely';
import { publishNotice, subjects } from '../core/bus.ts';
import type { PersonalCalls } from '../calls/personalCalls.ts';
import type { PerformCommand } from '../messages/send/performCommand.ts';
import { newMessageId } from '../messages/send/systemRows.ts';
import type { DeviceNotices } from '../people/devices/deviceNotices.ts';
import type { Notices } from '../messages/push/notices.ts';
import type { ChangeSpace } from '../spaces/spaceChange.ts';
import { transferOwnership, type SpaceMembers } from '../spaces/spaceMembers.ts';
import { dissolve } from '../spaces/spaceRooms.ts';
import type { Db, Transaction } from '../db/store.ts';
import type { DeletedNames } from './deletedNames.ts';
import { erase } from './personalData.ts';
import type { Actor } from '../people/signIn/tokens.ts';
import type { GatewayBase } from '../db/gatewayBase.ts';

interface DeletePorts extends Pick<GatewayBase, 'db' | 'bus' | 'clock' | 'onError'> {
  notices: Notices;
  deviceNotices: DeviceNotices;
  performCommand: PerformCommand;
  changeSpace: ChangeSpace;
  spaceMembers: SpaceMembers;
  deletedNames: DeletedNames;
  personalCalls: Pick<PersonalCalls, 'endAllOf'>;
}

export type DeleteAccount = ReturnType<typeof createDeleteAccount>;

export function createDeleteAccount({
  db,
  bus,
  clock,
  notices,
  deviceNotices,
  performCommand,
  changeSpace,
  spaceMembers,
  deletedNames,
  personalCalls,
  onError,
}: DeletePorts) {
  /** Leaves each group as the person would, so that the others see who left and who the new owner is. */
  async function leaveGroups(actor: Actor): Promise<void> {
    const { identifier } = actor;
    const give = async (conversation: string, cmdId: 'handOver' | 'quitMember', targets: string[]) => {
      const id = newMessageId();
      const ts = clock();
      const body = encode('Content', {
        id,
        type: cmdId,
        cmdId,
        targets,
        message: '{}',
        sender: { identifier, deviceId: actor.device },
        timestamp: ts,
      });
      const sending = {
        conversation,
        type: 'group' as const,
        id,
        sender: identifier,
        device: actor.device,
        ts,
        body,
        copies: null,
        anonymous: false,
      };
      await performCommand({ sending, cmdId, targets, content: decode('Content', body) });
    };
    const groups = await db
      .selectFrom('member as m')
      .innerJoin('conversation as c', 'c.id', 'm.conversation')
      .select(['c.id', 'm.role'])
      .where('m.identifier', '=', identifier)
      .where('m.left_seq', 'is', null)
      .where('c.type', '=', 'group')
      .where('c.status', '=', 'normal')
      .where('c.space', 'is', null)
      .execute();
    for (const { id, role } of groups) {
      const heir =
        role === 'owner' &&
        (await db
          .selectFrom('member')
          .select('identifier')
          .where('conversation', '=', id)
          .where('identifier', '<>', identifier)
          .where('left_seq', 'is', null)
          .orderBy('joined_seq')
          .orderBy('joined_at')
          .orderBy('identifier')
          .executeTakeFirst());
      if (heir) await give(id, 'handOver', [heir.identifier]);
      await give(id, 'quitMember', []);
    }
  }

  /** A space that this person owns goes to its earliest other member; one with no other member is dissolved. */
  async function leaveSpaces(actor: Actor): Promise<void> {
    const { identifier } = actor;
    const spaces = await db.selectFrom('space_member').select('space').where('identifier', '=', identifier).execute();
    for (const { space: id } of spaces) {
      const goesOn = await changeSpace(actor, id, async (change) => {
        if (change.space.owner !== identifier) return true;
        const members = await change.members();
        const heir = members.find((one) => one !== identifier);
        if (heir === undefined) {
          await dissolve(change);
          return false;
        }
        await transferOwnership(change, heir);
        change.addNotice('CHANGE', members);
        return true;
      });
      if (goesOn) await spaceMembers.quit(actor, id);
    }
  }

  /** People who have this person among their contacts. */
  const knownTo = async (tx: Db, identifier: string): Promise<string[]> =>
    (
      await tx
        .selectFrom('contact')
        .select('identifier')
        .where('other', '=', identifier)
        .where('is_contact', '=', true)
        .execute()
    ).map((row) => row.identifier);

  /**
   * The other people whose devices store this person's name, as far as the gateway knows: of a space, devices store
   * only a part of the members.
   */
  async function namedTo(tx: Transaction, identifier: string): Promise<string[]> {
    const { rows } = await sql<{ identifier: string }>`
      select k.identifier from contact k where k.other = ${identifier}
      union
      select o.identifier from member m join conversation c on c.id = m.conversation
      cross join lateral (select o.identifier from member o where o.conversation = m.conversation and o.left_seq is null offset 0) o
      where m.identifier = ${identifier} and o.identifier <> ${identifier} and c.space is null and c.type in ('private', 'group')`.execute(
      tx,
    );
    return rows.map((row) => row.identifier);
  }

  /**
   * This can be repeated after an interruption: the session lasts until everything is done.
   * @throws Fault of the store.
   */
  return async (actor: Actor): Promise<void> => {
    const { identifier } = actor;
    // Requests to join go first: otherwise an owner could approve one after the person has left their spaces.
    await db.deleteFrom('join_apply').where('identifier', '=', identifier).execute();
    await personalCalls.endAllOf(identifier);
    await leaveGroups(actor);
    await leaveSpaces(actor);
    const { emits, families, chats } = await db.transaction().execute(async (tx) => {
      const known = await knownTo(tx, identifier);
      const named = (await namedTo(tx, identifier)).filter((one) => !known.includes(one));
      await notices.lock(tx, [...new Set([...(await deviceNotices.findAudience(tx, identifier)), ...known, ...named])]);
      const { phone, wallet, deleted_at } = await tx
        .selectFrom('person')
        .select(['phone', 'wallet', 'deleted_at'])
        .where('identifier', '=', identifier)
        .executeTakeFirstOrThrow();
      // Another gateway has deleted it since, and notified everybody.
      if (deleted_at !== null) return { emits: [], families: [], chats: [] };
      const removed = (
        await tx.selectFrom('device').select('device').where('identifier', '=', identifier).execute()
      ).map(({ device }) => device);
      const others = await tx
        .selectFrom('member as m')
        .innerJoin('conversation as c', 'c.id', 'm.conversation')
        .innerJoin('member as o', 'o.conversation', 'c.id')
        .select(['c.id', 'o.identifier'])
        .where('m.identifier', '=', identifier)
        .where('c.type', '=', 'private')
        .where('o.identifier', '<>', identifier)
        .execute();
      const profile = { identifier, avatar: '', lastName: deletedName };
      const noticeOf = (body: object) => ({ type: 'contactChange' as const, identifier, body: JSON.stringify(body) });
      const emits = [
        await notices.addForAll(tx, known, noticeOf({ contacts: [{ identifier, status: 'delete' }], profile })),
        await notices.addForAll(tx, named, noticeOf({ profile })),
      ];
      // The device goes before its cursors and copies, because of acks: see messages/sync/acks.ts.
      await tx.deleteFrom('device').where('identifier', '=', identifier).execute();
      emits.push(await deviceNotices.add(tx, actor, { removed }));
      await erase(tx, { identifier, phone, wallet, now: clock() });
      const ended = await tx
        .updateTable('family')
        .set({ revoked_at: clock() })
        .where('identifier', '=', identifier)
        .where('revoked_at', 'is', null)
        .returning('id')
        .execute();
      return { emits, families: ended, chats: others };
    });
    for (const emit of emits) emit();
    for (const { id } of families) bus.publish(subjects.sessions, { kind: 'revoked', family: id });
    for (const { id, identifier: other } of chats)
      publishNotice(bus, other, { type: 'conversationChanged', conversationId: id, identifier });
    // The account is already deleted, so the next sweep repeats what fails here.
    await deletedNames.remove(identifier).catch(onError);
  };
}
