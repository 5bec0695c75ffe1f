import { limits as usual } from '@amber/proto/limits';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  apiOf,
  connectAs,
  sendCommand,
  groupOf,
  historyOf,
  outcomeCode,
  signIn,
  type Person,
  type TestSocket,
} from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

/** Short, so that sessions outlive them. */
const limits = {
  ...usual,
  invitationFor: 60_000,
  joinApplyTtl: 60_000,
  joinApplyCooldown: 30_000,
  joinAppliesPerHour: 12,
};

let gateway: TestGateway;
let now = Date.now();
let owner: Person;
let ann: Person;
let bob: Person;
const opened: TestSocket[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => (now += 1), limits: { ...limits, spacesMadePerHour: 1_000 } });
  [owner, ann, bob] = [
    await signIn(gateway, { name: 'Olga' }),
    await signIn(gateway, { name: 'Ann' }),
    await signIn(gateway, { name: 'Bob' }),
  ];
});
afterEach(() => opened.splice(0).forEach((socket) => socket.close()));
afterAll(() => gateway.close());

const everybody = {};
const approval = { byApproval: true };
const closed = { invitationOnly: true };
const make = async (fields: object = {}) => {
  const { spaceInfo, rooms } = await owner.api.groupChat.createSpace({ spaceName: 'Rowing', ...fields });
  return { spaceId: spaceInfo!.spaceId, room: rooms[0]!.conversionId };
};
const join = (who: Person, spaceId: string, invitation = '') =>
  who.api.conversation.directJoin({ spaceId, invitation });
const ask = async (who: Person, spaceId: string, more: object = {}) =>
  (await who.api.conversation.joinGroupConversation({ spaceId, ...more })).joinApply;
const invite = async (who: Person, spaceId: string) =>
  (await who.api.groupChat.createInvitation({ spaceId })).invitation!.invitation;
const remove = (who: Person, spaceId: string) =>
  owner.api.groupChat.modifySpace({ op: 'CHANGE', spaceId, removed: [who.identifier] });
const look = (who: Person, spaceId: string, invitation = '') =>
  who.api.groupChat.querySpaceDetail({ spaceId, invitation });
const waiting = async (spaceId: string) => (await owner.api.groupChat.queryJoinApplies({ spaceId })).list;
const answer = (who: Person, spaceId: string, operate: 'agree' | 'refuse', by = owner) =>
  by.api.groupChat.operateJoinApply({ spaceId, identifier: who.identifier, operate });
const listen = async (who: Person) => {
  const socket = await connectAs(who);
  opened.push(socket);
  return socket;
};
const toldOf = ({ notices }: TestSocket) =>
  notices.filter(({ type }) => type === 'spaceChange').map(({ body }) => (JSON.parse(body) as { op: string }).op);

describe('R118 invitations', () => {
  test('R118 a member has one at a time; it leads into a space that takes in by invitation alone, runs out, and is then replaced in time', async () => {
    const { spaceId } = await make(closed);
    const { invitation: first } = await owner.api.groupChat.createInvitation({ spaceId });
    expect(first).toMatchObject({
      inviter: { identifier: owner.identifier, lastName: 'Olga' },
      expireTime: first!.createTime + limits.invitationFor,
    });
    expect(await invite(owner, spaceId)).toBe(first!.invitation);
    await join(ann, spaceId, first!.invitation);
    now += limits.invitationFor / 2;
    const second = await invite(owner, spaceId);
    expect(second).not.toBe(first!.invitation);
    expect((await look(bob, spaceId, first!.invitation)).inviter).toMatchObject({ identifier: owner.identifier });
    now += limits.invitationFor / 2;
    expect([
      await outcomeCode(look(bob, spaceId, first!.invitation)),
      await outcomeCode(join(bob, spaceId, first!.invitation)),
    ]).toEqual(['NO_AUTH', 'NO_AUTH']);
    expect(await outcomeCode(join(bob, spaceId, second))).toBe('SUCCESS');
    expect((await owner.api.groupChat.queryInvitations({ spaceId })).list.map(({ invitation }) => invitation)).toEqual([
      second,
    ]);
  });

  test("R118 one ends by the hand of who made it or of the owner, of nobody else, and with its maker's leaving; one of another space opens nothing", async () => {
    const { spaceId } = await make(closed);
    const owners = await invite(owner, spaceId);
    await join(ann, spaceId, owners);
    const anns = await invite(ann, spaceId);
    const end = (who: Person, invitation: string) => who.api.groupChat.endInvitation({ spaceId, invitation });
    const standing = async (who: Person) =>
      (await who.api.groupChat.queryInvitations({ spaceId })).list.map(({ invitation }) => invitation).toSorted();
    await end(ann, owners);
    expect(await standing(owner)).toEqual([owners, anns].toSorted());
    expect(await standing(ann)).toEqual([anns]);
    await end(owner, anns);
    expect(await outcomeCode(join(bob, spaceId, anns))).toBe('NO_AUTH');
    const again = await invite(ann, spaceId);
    await ann.api.conversation.quitSpace({ spaceId });
    expect(await outcomeCode(join(bob, spaceId, again))).toBe('NO_AUTH');
    const other = await make(closed);
    expect(await outcomeCode(join(bob, spaceId, await invite(owner, other.spaceId)))).toBe('NO_AUTH');
    expect(await outcomeCode(join(bob, spaceId, owners))).toBe('SUCCESS');
  });
});

describe('R117 who was removed', () => {
  test.each([
    ['a public', everybody, 'approval'],
    ['a closed', closed, 'closed'],
  ] as const)(
    'R117 R118 comes back into %s space by no link made before, and by one made since',
    async (_, kind, wayIn) => {
      const { spaceId } = await make(kind);
      const before = await invite(owner, spaceId);
      await join(ann, spaceId, before);
      await join(bob, spaceId, before);
      const [bobs, anns] = [await invite(bob, spaceId), await invite(ann, spaceId)];
      await remove(ann, spaceId);
      for (const link of ['', before, bobs, anns])
        expect(await outcomeCode(join(ann, spaceId, link))).toBe('SPACE_REMOVED');
      expect(await look(ann, spaceId, before)).toMatchObject({ wayIn, wasRemoved: true });
      // Others still join by members' links; the removed member's own link is gone.
      const carl = await signIn(gateway);
      expect(await outcomeCode(join(carl, spaceId, kind === closed ? anns : ''))).toBe(
        kind === closed ? 'NO_AUTH' : 'SUCCESS',
      );
      expect(await outcomeCode(join(ann, spaceId, await invite(bob, spaceId)))).toBe('SUCCESS');
      // A member again, she leaves and joins freely like anyone.
      await ann.api.conversation.quitSpace({ spaceId });
      expect(await outcomeCode(join(ann, spaceId, await invite(bob, spaceId)))).toBe('SUCCESS');
    },
  );

  test('R117 R121 asks the owner of a public space to come back', async () => {
    const { spaceId } = await make();
    await join(ann, spaceId);
    await remove(ann, spaceId);
    expect(await ask(ann, spaceId, { message: 'Sorry' })).toMatchObject({ status: 'applying', message: 'Sorry' });
    await answer(ann, spaceId, 'agree');
    await ann.api.conversation.quitSpace({ spaceId });
    expect(await outcomeCode(join(ann, spaceId))).toBe('SUCCESS');
  });

  test('R121 from a group that is open needs an invitation', async () => {
    const group = await groupOf(owner, ann, bob);
    await sendCommand(owner, group, 'groupSetting', { body: { visibility: true, supportAnonymous: false } });
    await sendCommand(owner, group, 'deleteMember', { targets: [ann.identifier] });
    expect(await outcomeCode(ann.api.conversation.joinGroupConversation({ conversationId: group }))).toBe(
      'GROUP_REMOVED',
    );
    await sendCommand(bob, group, 'inviteMember', { targets: [ann.identifier] });
    await sendCommand(ann, group, 'quitMember');
    expect(await outcomeCode(ann.api.conversation.joinGroupConversation({ conversationId: group }))).toBe('SUCCESS');
  });
});

describe('R121 joining by approval', () => {
  test('R121 who asks waits; the owner is told, sees who and why, and lets in: with all rooms, on all devices', async () => {
    const { spaceId, room } = await make(approval);
    expect(await outcomeCode(join(ann, spaceId))).toBe('SPACE_APPROVAL');
    expect(await look(ann, spaceId)).toMatchObject({
      wayIn: 'approval',
      wasRemoved: false,
      joinApply: null,
      spaceInfo: { byApproval: true, invitationOnly: false },
    });
    expect(await apiOf(gateway.url).groupChat.querySpaceDetail({ spaceId })).toMatchObject({ wayIn: 'approval' });
    const [owners, anns] = [await listen(owner), await listen(ann)];
    const apply = await ask(ann, spaceId, { message: ' I row ' });
    expect(apply).toMatchObject({
      spaceId,
      status: 'applying',
      message: 'I row',
      userInfo: { identifier: ann.identifier, lastName: 'Ann' },
    });
    await owners.until(() => toldOf(owners).includes('JOIN_ASKED'));
    // Repeating returns the same request, and notifies nobody again.
    expect(await ask(ann, spaceId, { message: 'Please' })).toEqual(apply);
    expect(await waiting(spaceId)).toEqual([apply]);
    expect((await look(owner, spaceId)).spaceInfo!.joinApplyCount).toBe(1);
    expect(await look(ann, spaceId)).toMatchObject({
      joinApply: apply,
      spaceInfo: { joinApplyCount: 0, isMember: false },
    });
    await answer(ann, spaceId, 'agree');
    await anns.until(() => toldOf(anns).includes('JOIN_ACCEPTED') && anns.rows.length > 0);
    expect(toldOf(anns)).toEqual(['JOIN', 'JOIN_ACCEPTED']);
    expect(toldOf(owners).filter((op) => op === 'JOIN_ASKED')).toHaveLength(1);
    expect((await historyOf(ann, room)).at(-1)!).toMatchObject({
      sender: { identifier: ann.identifier },
      content: { cmdId: 'joinMember' },
    });
    expect([await waiting(spaceId), (await look(owner, spaceId)).spaceInfo!.joinApplyCount]).toEqual([[], 0]);
    // Repeating has no effect.
    expect(await outcomeCode(answer(ann, spaceId, 'agree'))).toBe('SUCCESS');
    expect(await outcomeCode(answer(bob, spaceId, 'agree'))).toBe('APPLY_OVER');
  });

  test('R121 who is declined is told, and asks again a day later; a request runs out, and may then be made again', async () => {
    const { spaceId } = await make(approval);
    const anns = await listen(ann);
    await ask(ann, spaceId);
    await answer(ann, spaceId, 'refuse');
    await anns.until(() => toldOf(anns).includes('JOIN_DECLINED'));
    const { joinApply } = await look(ann, spaceId);
    expect(joinApply).toMatchObject({ status: 'refused', againAt: joinApply!.updateTime + limits.joinApplyCooldown });
    expect(await outcomeCode(ask(ann, spaceId))).toBe('JOIN_DECLINED');
    expect(await outcomeCode(answer(ann, spaceId, 'agree'))).toBe('APPLY_OVER');
    now += limits.joinApplyCooldown;
    expect(await ask(ann, spaceId)).toMatchObject({ status: 'applying' });
    now += limits.joinApplyTtl;
    expect([
      (await look(ann, spaceId)).joinApply!.status,
      await waiting(spaceId),
      (await look(owner, spaceId)).spaceInfo!.joinApplyCount,
    ]).toEqual(['expired', [], 0]);
    expect(await outcomeCode(answer(ann, spaceId, 'agree'))).toBe('APPLY_OVER');
    expect(await ask(ann, spaceId)).toMatchObject({ status: 'applying' });
  });

  test("R121 the owner's invitation lets in at once, a member's leads to asking; who is blocked, or too many, ask in vain", async () => {
    const { spaceId } = await make(approval);
    await join(ann, spaceId, await invite(owner, spaceId));
    const anns = await invite(ann, spaceId);
    expect(await outcomeCode(join(bob, spaceId, anns))).toBe('SPACE_APPROVAL');
    expect(await look(bob, spaceId, anns)).toMatchObject({
      wayIn: 'approval',
      inviter: { identifier: ann.identifier },
    });
    expect(await outcomeCode(ask(bob, spaceId, { message: 'x'.repeat(limits.joinApplyMessageMax + 1) }))).toBe(
      'BAD_REQUEST',
    );
    expect(await outcomeCode(ask(bob, spaceId, { invitedIdentifier: ann.identifier }))).toBe('NO_AUTH');
    for (const operate of ['agree', 'refuse'] as const)
      expect(await outcomeCode(answer(bob, spaceId, operate, ann))).toBe('NO_AUTH');
    await owner.api.contact.block({ identifier: bob.identifier });
    expect(await outcomeCode(ask(bob, spaceId))).toBe('BLOCKED');
    await owner.api.contact.unblock({ identifier: bob.identifier });
    const carl = await signIn(gateway);
    for (let n = 0; n < limits.joinAppliesPerHour; n += 1) {
      const other = await make(approval);
      await ask(carl, other.spaceId);
    }
    expect(await outcomeCode(ask(carl, spaceId))).toBe('TOO_MANY');
  });

  test('R121 who may come in without asking comes in by asking; where invitations alone count, nobody asks', async () => {
    const [open, shut] = [await make(), await make(closed)];
    expect(await ask(ann, open.spaceId)).toBeNull();
    expect((await look(ann, open.spaceId)).spaceInfo!.isMember).toBe(true);
    for (const spaceId of [shut.spaceId, 'absent']) expect(await outcomeCode(ask(ann, spaceId))).toBe('NO_AUTH');
  });

  test('R121 whatever is done at the same time, somebody is in it once and waits for nothing', async () => {
    const { spaceId, room } = await make(approval);
    await ask(ann, spaceId);
    const link = await invite(owner, spaceId);
    const all = await Promise.all(
      [answer(ann, spaceId, 'agree'), join(ann, spaceId, link), ask(ann, spaceId), answer(ann, spaceId, 'agree')].map(
        outcomeCode,
      ),
    );
    expect(all.filter((one) => one !== 'SUCCESS' && one !== 'APPLY_OVER')).toEqual([]);
    expect((await look(ann, spaceId)).spaceInfo!.isMember).toBe(true);
    expect((await historyOf(owner, room)).filter(({ content }) => content!.cmdId === 'joinMember')).toHaveLength(1);
    expect(await waiting(spaceId)).toEqual([]);
  });

  test('R121 who is deleting the account is let in nowhere any more', async () => {
    const [held, asked] = [await make(), await make(approval)];
    const carl = await signIn(gateway);
    await join(carl, held.spaceId);
    await ask(carl, asked.spaceId);
    const holder = new pg.Client({ connectionString: gateway.databaseUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from space where id = $1 for update', [held.spaceId]);
    const deleted = deleteAccountNow(gateway, carl);
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await query(gateway, waits)).rows.length).toBeGreaterThan(0);
    expect(await outcomeCode(answer(carl, asked.spaceId, 'agree'))).toBe('APPLY_OVER');
    await holder.query('commit');
    await holder.end();
    await deleted;
    expect(
      (
        await query(gateway, 'select from member where identifier = $1 and conversation = $2 and left_seq is null', [
          carl.identifier,
          asked.room,
        ])
      ).rows,
    ).toEqual([]);
  });

  test('R121 the end of the account, of the space and of time take it all along', async () => {
    const { spaceId } = await make(approval);
    const carl = await signIn(gateway);
    await ask(carl, spaceId);
    await ask(bob, spaceId);
    await deleteAccountNow(gateway, carl);
    expect((await waiting(spaceId)).map(({ userInfo }) => userInfo!.identifier)).toEqual([bob.identifier]);
    await invite(owner, spaceId);
    await owner.api.groupChat.modifySpace({ op: 'DISSOLVE', spaceId });
    const {
      rows: [left],
    } = await query(
      gateway,
      `select (select count(*)::int from join_apply where space = $1) as applies,
      (select count(*)::int from invitation where space = $1) as invitations`,
      [spaceId],
    );
    expect(left).toEqual({ applies: 0, invitations: 0 });
  });
});
