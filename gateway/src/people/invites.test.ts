import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf, call, newPhone, outcomeCode, signIn, type Person } from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let host: Person;

beforeAll(async () => {
  gateway = await startTestGateway({ limits: { inviteUses: 3, invitesTriedPerHour: 4 } });
  host = await signIn(gateway, { name: 'Host' });
});
afterAll(() => gateway.close());

/** Someone who has just proved a phone number. */
async function newcomer() {
  const [phone, deviceId] = [newPhone(), 'first'];
  await call(gateway.url, 'login.getSms', { phone, deviceId });
  const { token } = await call(gateway.url, 'login.login', {
    phone,
    code: gateway.lastCode(phone),
    appId: 1,
    deviceId,
  });
  const api = apiOf(gateway.url, token);
  return { api, init: (inviteId = '') => api.user.init({ uuid: deviceId, inviteId }) };
}
const invites = async (person = host) => {
  const { inviteId, left, list } = await person.api.user.getInviteUsers({});
  return { inviteId, left, people: list.map(({ userInfo }) => userInfo!.identifier) };
};

describe('R20 invitations', () => {
  test('R20 R6 who comes by my code is in my list, once, however often the device says it', async () => {
    const { inviteId } = await invites();
    const guest = await newcomer();
    const { userInfo } = await guest.init(` ${inviteId.toUpperCase()} `);
    await Promise.all([guest.init(inviteId), guest.init(inviteId)]);
    expect(await invites()).toEqual({ inviteId, left: 2, people: [userInfo!.identifier] });
    await guest.api.user.updateUserInfo({ lastName: 'Guest', avatar: '/chat/avatars/fox.svg' });
    expect((await host.api.user.getInviteUsers({})).list).toMatchObject([
      { userInfo: { lastName: 'Guest', avatar: '/chat/avatars/fox.svg', token: '' } },
    ]);
  });

  test("R20 R161 a code that is none, or one's own, is refused with 300001 and costs nothing; without it one comes in", async () => {
    const before = await invites();
    const guest = await newcomer();
    expect(await outcomeCode(guest.init('nobody-knows-it'))).toBe('300001');
    expect(
      (
        await query(
          gateway,
          "select device from device d join person p using (identifier) where p.avatar = '' and d.device = 'first'",
        )
      ).rows,
    ).toHaveLength(0);
    expect(await outcomeCode(guest.init())).toBe('SUCCESS');
    expect(await outcomeCode(guest.init((await guest.api.user.getInviteUsers({})).inviteId))).toBe('300001');
    expect(await invites()).toEqual(before);
  });

  test('T21 wrong codes can be tried a few times an hour only', async () => {
    const guest = await newcomer();
    const tries = [];
    for (let n = 0; n < 6; n += 1) tries.push(await outcomeCode(guest.init(`wrong-${n}`)));
    expect(tries).toEqual(['300001', '300001', '300001', '300001', 'TOO_MANY', 'TOO_MANY']);
  });

  test('who is here already is let in whatever code comes along, and counts for nobody', async () => {
    const before = await invites();
    const settled = await signIn(gateway);
    for (const inviteId of [before.inviteId, 'wrong'])
      expect(await outcomeCode(settled.api.user.init({ uuid: settled.deviceId, inviteId }))).toBe('SUCCESS');
    expect(await invites()).toEqual(before);
  });

  test('T21 a code lets in so many and no more, also at once; then there is another one', async () => {
    const inviter = await signIn(gateway);
    const { inviteId } = await invites(inviter);
    const guests = await Promise.all(Array.from({ length: 6 }, newcomer));
    const outcomes = await Promise.all(guests.map((guest) => outcomeCode(guest.init(inviteId))));
    expect(outcomes.toSorted()).toEqual(['300001', '300001', '300001', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
    const next = await invites(inviter);
    expect(next.people).toHaveLength(3);
    expect(next.left).toBe(3);
    expect(next.inviteId).not.toBe(inviteId);
    expect(await outcomeCode((await newcomer()).init(inviteId))).toBe('300001');
    expect(await outcomeCode((await newcomer()).init(next.inviteId))).toBe('SUCCESS');
  });
});
