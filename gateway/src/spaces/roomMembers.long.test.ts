import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendCommand, outcomeCode, sendText, signIn, type Person } from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

/** `npm run soak` uses more of them. */
const seeds = Array.from({ length: Number(process.env['AMBER_RUNS'] ?? 2) }, (_, index) => index + 1);

let gateway: TestGateway;
let people: Person[];

beforeAll(async () => {
  gateway = await startTestGateway({
    limits: {
      spacesMadePerHour: 10_000,
      spaceJoinsPerHour: 100_000,
      spaceChangesPerHour: 100_000,
      joinAppliesPerHour: 100_000,
      invitationsPerHour: 100_000,
    },
  });
  people = [];
  for (const name of ['Olga', 'Ann', 'Ben', 'Cy', 'Di']) people.push(await signIn(gateway, { name }));
});
afterAll(() => gateway.close());

/** A seeded generator of numbers from 0 up to 1. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d) + 0x9e_37_79_b9) | 0;
    return (state >>> 0) / 4_294_967_296;
  };
}

/** Violations of the rule of who is in which room, one line each. */
async function broken(spaceId: string): Promise<object[]> {
  const { rows } = await query(
    gateway,
    `
    with room as (select c.*, coalesce((c.group_setting ->> 'visibility')::boolean, false) as visible from conversation c where c.space = $1),
    inside as (select m.*, r.visible, r.status, r.room_type from member m join room r on r.id = m.conversation where m.left_seq is null)
    select 'a member of the space lacks a visible room' as what, s.identifier, r.name from room r cross join space_member s
      where s.space = $1 and r.visible and r.status = 'normal' and not exists (select from inside i where i.conversation = r.id and i.identifier = s.identifier)
    union all select 'in a room without being in the space', i.identifier, i.conversation from inside i
      where not exists (select from space_member s where s.space = $1 and s.identifier = i.identifier)
    union all select 'in a hidden room without an invitation', i.identifier, i.conversation from inside i where not i.visible and not i.invited
    union all select 'in a room that has ended', i.identifier, i.conversation from inside i where i.status <> 'normal'
    union all select 'a manage room is visible', r.owner, r.id from room r where r.room_type = 'manage' and r.visible
    union all select 'not the owner of the space', i.identifier, i.conversation from inside i
      where (i.role = 'owner') <> (i.identifier = (select owner from space where id = $1))
    union all select 'the owner lacks a room', s.owner, r.id from space s, room r
      where s.id = $1 and r.status = 'normal' and not exists (select from inside i where i.conversation = r.id and i.identifier = s.owner)
    union all select 'no room that all see', s.owner, s.id from space s where s.id = $1 and not exists (select from room r where r.visible and r.status = 'normal')`,
    [spaceId],
  );
  return rows;
}

/** Expected faults; anything else is a bug in the gateway. */
const answers = new Set([
  'SUCCESS',
  'NO_AUTH',
  'SPACE_REMOVED',
  'APPLY_OVER',
  'NOT_MEMBER',
  'BAD_REQUEST',
  'LAST_ROOM',
  'SPACE_OWNER_STAYS',
  'ROOMS_FULL',
]);

describe('R113 R114 R117 who is in a room', () => {
  test.each(seeds)(
    'whatever people do at the same time: in a visible room all members, in a hidden one those invited, after leaving nobody (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
      const { spaceInfo } = await people[0]!.api.groupChat.createSpace({
        spaceName: `Seed ${seed}`,
        templateId: 'community',
      });
      const { spaceId } = spaceInfo!;
      const rooms = async () =>
        (
          await query<{ id: string }>(gateway, `select id from conversation where space = $1 order by created_at`, [
            spaceId,
          ])
        ).rows.map(({ id }) => id);
      const known = await rooms();
      const setting = () => ({ visibility: random() < 0.5, supportAnonymous: random() < 0.5 });
      const steps: ((who: Person, other: Person, room: string) => Promise<unknown>)[] = [
        (who) => who.api.conversation.directJoin({ spaceId }),
        (who) => who.api.conversation.directJoin({ spaceId }),
        (who) => who.api.conversation.directJoin({ spaceId }),
        async (who, other) => {
          const { invitation } = await who.api.groupChat.createInvitation({ spaceId });
          return other.api.conversation.directJoin({ spaceId, invitation: invitation!.invitation });
        },
        (who) => who.api.conversation.joinGroupConversation({ spaceId }),
        ({ api }, other) => api.groupChat.operateJoinApply({ spaceId, identifier: other.identifier, operate: 'agree' }),
        (who) => who.api.conversation.quitSpace({ spaceId }),
        ({ api }, other, conversationId) =>
          api.groupChat.modifySpace({
            op: 'CHANGE',
            spaceId,
            conversationId,
            room: { name: 'Room', groupSetting: setting() },
            invited: random() < 0.3 ? [other.identifier] : [],
          }),
        ({ api }, other, conversationId) =>
          api.groupChat.modifySpace({
            op: 'CHANGE',
            spaceId,
            conversationId,
            room: { name: 'Room', groupSetting: setting() },
            removed: [other.identifier],
          }),
        ({ api }, other) =>
          api.groupChat.modifySpace({
            op: 'CREATE',
            spaceId,
            room: { name: 'New', roomType: pick(['chat', 'topic', 'manage']), groupSetting: setting() },
            invited: random() < 0.3 ? [other.identifier] : [],
          }),
        ({ api }, _, conversationId) => api.groupChat.modifySpace({ op: 'DELETE_ROOM', spaceId, conversationId }),
        ({ api }, other) => api.groupChat.modifySpace({ op: 'CHANGE', spaceId, newOwner: other.identifier }),
        ({ api }, other) => api.groupChat.modifySpace({ op: 'CHANGE', spaceId, removed: [other.identifier] }),
        (who, other, room) => sendCommand(who, room, 'inviteMember', { targets: [other.identifier] }),
        (who, other, room) => sendCommand(who, room, 'deleteMember', { targets: [other.identifier] }),
        (who, _, room) => sendCommand(who, room, 'quitMember'),
        (who, _, room) => sendText(who, room, 'hello', { type: 'group' }),
      ];
      const told = new Set<string>();
      for (let round = 0; round < 25; round += 1) {
        const {
          rows: [space],
        } = await query<{ owner: string }>(gateway, 'select owner from space where id = $1', [spaceId]);
        const owner = people.find(({ identifier }) => identifier === space!.owner)!;
        const all = Array.from({ length: 5 }, () =>
          pick(steps)(random() < 0.4 ? owner : pick(people), pick(people), pick(known)),
        );
        for (const answer of await Promise.all(all.map(outcomeCode))) told.add(answer);
        expect(await broken(spaceId), `after round ${round}`).toEqual([]);
        known.splice(0, known.length, ...(await rooms()));
      }
      expect([...told].filter((answer) => !answers.has(answer))).toEqual([]);
      expect(told.has('SUCCESS')).toBe(true);
    },
  );

  test('the rule is looked at: a member without a room, and a room without its member, are seen', async () => {
    const [owner, ann] = people as [Person, Person];
    const {
      spaceInfo,
      rooms: [room],
    } = await owner.api.groupChat.createSpace({ spaceName: 'Broken' });
    const { spaceId } = spaceInfo!;
    await query(gateway, 'insert into space_member (space, identifier) values ($1, $2)', [spaceId, ann.identifier]);
    expect(await broken(spaceId)).toHaveLength(1);
    await query(gateway, 'delete from space_member where space = $1', [spaceId]);
    expect(await broken(spaceId)).toHaveLength(1);
    await query(gateway, `update conversation set group_setting = '{}' where id = $1`, [room!.conversionId]);
    expect((await broken(spaceId)).length).toBe(2);
  });
});
