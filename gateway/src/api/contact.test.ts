import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  apiOf,
  call,
  connectAs,
  sendCommand,
  groupOf,
  newPhone,
  outcomeCode,
  signIn,
  type Person,
} from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let me: Person;
let anna: Person;

beforeAll(async () => {
  gateway = await startTestGateway();
  me = await signIn(gateway, { name: 'Annabel' });
  anna = await signIn(gateway, { name: 'Anna' });
  for (const name of ['Hannah', 'anna 100%', 'anna_b']) await signIn(gateway, { name });
});
afterAll(() => gateway.close());

const found = async (keyword: string) =>
  (await me.api.contact.search({ keyword })).list.map(({ lastName }) => lastName);

describe('finding people', () => {
  test('by a part of the name, whatever its case; those that begin with it come first, and not oneself', async () => {
    expect(await found('ANNA')).toEqual(['Anna', 'anna 100%', 'anna_b', 'Hannah']);
    expect(await found('nna')).toHaveLength(4);
  });

  test('R228 in any language, from any letter on: those in which a word begins with it before the others, each once', async () => {
    for (const name of ['陈小明', 'Ömer Ünal', 'Bananan', 'xX Nan', 'Nan na']) await signIn(gateway, { name });
    expect(await found('小明')).toEqual(['陈小明']);
    expect(await found('陈小')).toEqual(['陈小明']);
    expect(await found('ÖMER')).toEqual(['Ömer Ünal']);
    expect(await found('ünal')).toEqual(['Ömer Ünal']);
    expect(await found('nan')).toEqual(['Nan na', 'xX Nan', 'Bananan']);
    expect(await found('n n')).toEqual(['Nan na']);
  });

  test('by the name of now, and not once the account is deleted', async () => {
    const dora = await signIn(gateway, { name: 'Dorabella' });
    await dora.api.user.updateUserInfo({ avatar: '', lastName: 'Dorabella' });
    expect(await found('dorab')).toEqual([]);
    await dora.api.user.updateUserInfo({ avatar: '/chat/avatars/fox.svg', lastName: 'Isabella' });
    expect([await found('dorab'), await found('isabel')]).toEqual([[], ['Isabella']]);
    await deleteAccountNow(gateway, dora);
    expect(await found('isabel')).toEqual([]);
  });

  test('by the whole identifier or phone number only', async () => {
    expect(await found(anna.identifier)).toEqual(['Anna']);
    expect(await found(anna.phone)).toEqual(['Anna']);
    expect(await found(`${anna.phone.slice(0, 5)} ${anna.phone.slice(5)}`)).toEqual(['Anna']);
    expect(await found(anna.phone.slice(0, -1))).toEqual([]);
    expect(await found(anna.identifier.slice(0, -1))).toEqual([]);
  });

  test('the letters that SQL reads as patterns mean themselves', async () => {
    expect(await found('100%')).toEqual(['anna 100%']);
    expect(await found('a_b')).toEqual(['anna_b']);
    expect(await found('%%')).toEqual([]);
    expect(await found('\\%')).toEqual([]);
  });

  test('fewer than two letters find nobody', async () => {
    expect(await outcomeCode(me.api.contact.search({ keyword: ' a ' }))).toBe('BAD_REQUEST');
    expect(await outcomeCode(me.api.contact.search({ keyword: '' }))).toBe('BAD_REQUEST');
  });

  test('who has not finished the profile is not found', async () => {
    const phone = newPhone();
    await call(gateway.url, 'login.getSms', { phone, deviceId: 'new' });
    const { token } = await call(gateway.url, 'login.login', {
      phone,
      code: gateway.lastCode(phone),
      appId: 1,
      deviceId: 'new',
    });
    expect(await found(phone)).toEqual([]);
    await apiOf(gateway.url, token).user.init({ uuid: 'new' });
    await apiOf(gateway.url, token).user.updateUserInfo({ lastName: 'Unfinished' });
    expect(await found('unfinished')).toEqual([]);
    await apiOf(gateway.url, token).user.updateUserInfo({ lastName: 'Unfinished', avatar: '/chat/avatars/fox.svg' });
    expect(await found('unfinished')).toEqual(['Unfinished']);
  });

  test('at most twenty', async () => {
    for (let made = 0; made < 22; made += 1) await signIn(gateway, { name: `Crowd ${made}` });
    expect(await found('crowd')).toHaveLength(20);
  });
});

test('R107 what two people have in common: the groups and spaces that both are in now', async () => {
  const [anna, ben, carl] = [await signIn(gateway), await signIn(gateway), await signIn(gateway)];
  const groups = [await groupOf(anna, ben), await groupOf(anna, ben, carl), await groupOf(anna, carl)];
  await sendCommand(anna, groups[0]!, 'groupName', { body: { name: 'Rowing' } });
  const common = async () =>
    (await anna.api.contact.getMutual({ identifier: ben.identifier })).groups.map(({ id }) => id).sort();
  expect(await common()).toEqual(groups.slice(0, 2).sort());
  await sendCommand(ben, groups[1]!, 'quitMember');
  const { spaceInfo } = await anna.api.groupChat.createSpace({ spaceName: 'Oars' });
  for (const person of [ben, carl]) await person.api.conversation.directJoin({ spaceId: spaceInfo!.spaceId });
  await anna.api.groupChat.createSpace({ spaceName: 'Alone' });
  const { groups: left, spaces } = await anna.api.contact.getMutual({ identifier: ben.identifier });
  expect(left).toEqual([{ id: groups[0], name: 'Rowing', avatar: '' }]);
  expect(spaces.map(({ name }) => name)).toEqual(['Oars']);
  expect(await anna.api.contact.getMutual({ identifier: 'nobody' })).toEqual({ groups: [], spaces: [] });
});

test('R63 R99 after a block my devices learn that what they know of the other devices is old; the other person learns nothing', async () => {
  const sockets = { mine: await connectAs(me), annas: await connectAs(anna) };
  await me.api.contact.block({ identifier: anna.identifier });
  await me.api.contact.unblock({ identifier: anna.identifier });
  await me.api.contact.unblock({ identifier: anna.identifier });
  await sockets.mine.until(() => sockets.mine.notices.filter(({ type }) => type === 'contactChange').length === 2);
  const changes = () => sockets.mine.notices.flatMap(({ cmdId, identifier }) => (cmdId ? [[cmdId, identifier]] : []));
  expect(changes()).toEqual([['userDeviceChange', anna.identifier]]);
  expect(sockets.annas.notices.filter(({ identifier }) => identifier === me.identifier)).toEqual([]);
  for (const socket of Object.values(sockets)) socket.close();
});
