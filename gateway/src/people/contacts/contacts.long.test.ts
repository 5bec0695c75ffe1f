import { limits } from '@amber/proto/limits';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  chatOf,
  connectAs,
  sendCommand,
  groupOf,
  newMessageId,
  outcomeCode,
  sendText,
  signIn,
  type Person,
  type TestSocket,
} from '../../testing/client.ts';
import { type Changes, watchChanges } from '../../testing/changes.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
let database: pg.Client;
let watch: () => Promise<Changes>;
let now = Date.now();
let anna: Person;
let ben: Person;
const opened: TestSocket[] = [];

beforeAll(async () => {
  // Days pass in these tests, but nobody has to sign in again.
  gateway = await startTestGateway({
    clock: () => now,
    limits: { contactsMax: 4, codeResendAfter: 0, accessTokenTtl: 60 * 24 * 3_600_000 },
  });
  database = new pg.Client({ connectionString: gateway.databaseUrl });
  await database.connect();
  watch = await watchChanges(database);
});
beforeEach(async () => {
  anna = await signIn(gateway, { name: 'Anna' });
  ben = await signIn(gateway, { name: 'Ben' });
});
afterEach(() => opened.splice(0).forEach((socket) => socket.close()));
afterAll(async () => {
  await database.end();
  await gateway.close();
});

/** The fault this is refused with; it must have changed nothing. */
async function refused(work: () => Promise<unknown>): Promise<string> {
  const changes = await watch();
  const code = await outcomeCode(work());
  expect(await changes()).toEqual([]);
  return code;
}

const listen = async (person: Person) => {
  const socket = await connectAs(person);
  opened.push(socket);
  return socket;
};
const ask = (from: Person, to: Person, message = '') =>
  from.api.contact.apply({ identifier: to.identifier, message }).then(({ status }) => status);
const answer = (who: Person, from: Person, operate: 'agree' | 'refuse') =>
  who.api.contact.contactApplyOperate({ fromIdentifier: from.identifier, operate });
const befriend = async (one: Person, other: Person) => {
  await ask(one, other);
  await answer(other, one, 'agree');
};
const statusOf = async (who: Person, other: Person) =>
  (await who.api.contact.getDetail({ identifier: other.identifier })).contact!.status;
const appliesOf = async (who: Person) =>
  (await who.api.contact.contactApplyList({})).list.map(({ userInfo, fromIdentifier, message, status }) => [
    userInfo!.lastName,
    fromIdentifier === who.identifier ? 'sent' : 'received',
    message,
    status,
  ]);
const told = (socket: TestSocket) =>
  socket.notices
    .filter(({ noticeSeq }) => noticeSeq > 0)
    .map(({ type, cmdId, body }) => {
      const { status, contacts } = JSON.parse(body) as {
        status?: string;
        contacts?: { lastName: string; status: string }[];
      };
      return [cmdId || type, status ?? contacts?.map((contact) => `${contact.lastName} ${contact.status}`).join()]
        .filter(Boolean)
        .join(' ');
    });

describe('asking to be a contact', () => {
  test('R100 R101 with a message; agreed, both have each other, and all devices of both hear of it', async () => {
    const laptop = await signIn(gateway, { phone: anna.phone, deviceId: 'laptop', name: 'Anna' });
    const sockets = await Promise.all([anna, laptop, ben].map(listen));
    expect(await ask(anna, ben, ' We met in Bern ')).toBe('applying');
    expect(await appliesOf(anna)).toEqual([['Ben', 'sent', 'We met in Bern', 'applying']]);
    expect(await appliesOf(ben)).toEqual([['Anna', 'received', 'We met in Bern', 'applying']]);
    expect([await statusOf(anna, ben), await statusOf(ben, anna)]).toEqual(['delete', 'delete']);
    expect((await answer(ben, anna, 'agree')).apply).toMatchObject({
      status: 'agreed',
      fromIdentifier: anna.identifier,
      toIdentifier: ben.identifier,
    });
    expect([await statusOf(anna, ben), await statusOf(ben, anna)]).toEqual(['normal', 'normal']);
    for (const [index, socket] of sockets.entries()) {
      await socket.until(() => told(socket).length === 3);
      expect(told(socket)).toEqual([
        'addFriend applying',
        `contactChange ${index < 2 ? 'Ben' : 'Anna'} normal`,
        'addFriend agreed',
      ]);
    }
  });

  test('R101 refused: neither has the other, and who has asked learns it', async () => {
    const socket = await listen(anna);
    await ask(anna, ben);
    await answer(ben, anna, 'refuse');
    await answer(ben, anna, 'refuse');
    await socket.until(() => told(socket).length === 2);
    expect(told(socket)).toEqual(['addFriend applying', 'addFriend refused']);
    expect(await appliesOf(anna)).toEqual([['Ben', 'sent', '', 'refused']]);
    expect(await statusOf(ben, anna)).toBe('delete');
    expect(await refused(() => answer(ben, anna, 'agree'))).toBe('APPLY_OVER');
  });

  test('R101 expired after seven days, and asking again renews it', async () => {
    await ask(anna, ben, 'first');
    now += limits.applyTtl;
    expect(await appliesOf(ben)).toEqual([['Anna', 'received', 'first', 'expired']]);
    expect(await refused(() => answer(ben, anna, 'agree'))).toBe('APPLY_OVER');
    await ask(anna, ben, 'second');
    expect(await appliesOf(ben)).toEqual([['Anna', 'received', 'second', 'applying']]);
    await answer(ben, anna, 'agree');
    expect(await statusOf(anna, ben)).toBe('normal');
  });

  test('R100 the same words once more tell nobody anything; other words renew it', async () => {
    await ask(anna, ben, 'hello');
    const changes = await watch();
    expect(await ask(anna, ben, 'hello')).toBe('applying');
    expect(await changes()).toEqual([]);
    await ask(anna, ben, 'hello?');
    expect(await appliesOf(ben)).toEqual([['Anna', 'received', 'hello?', 'applying']]);
  });

  test('R101 who is asked in return has agreed, also when both ask at once', async () => {
    await ask(anna, ben);
    expect(await ask(ben, anna)).toBe('agreed');
    expect([await statusOf(anna, ben), await statusOf(ben, anna)]).toEqual(['normal', 'normal']);
    expect(await appliesOf(anna)).toEqual([['Ben', 'sent', '', 'agreed']]);
    expect(await ask(anna, ben)).toBe('agreed');
    const others = await Promise.all(Array.from({ length: 4 }, () => signIn(gateway)));
    for (const [one, other] of [
      [others[0]!, others[1]!],
      [others[2]!, others[3]!],
    ] as const) {
      expect((await Promise.all([ask(one, other), ask(other, one)])).sort()).toEqual(['agreed', 'applying']);
      expect(await statusOf(one, other)).toBe('normal');
    }
  });

  test.each([
    ['nobody', 'APPLY_CLOSED', 'APPLY_CLOSED'],
    ['contacts', 'APPLY_CLOSED', 'applying'],
    ['everybody', 'applying', 'applying'],
  ] as const)('R100 T21 who lets %s ask', async (apply, ofStranger, ofFriendsFriend) => {
    const carla = await signIn(gateway);
    await befriend(ben, carla);
    await befriend(anna, carla);
    await ben.api.contact.setContactLimit({ apply, message: 'everybody' });
    expect(await ben.api.contact.contactLimit({})).toEqual({ apply, message: 'everybody' });
    const attempt = (who: Person) =>
      ask(who, ben).then(
        (status) => status as string,
        async () => refused(() => ask(who, ben)),
      );
    expect(await attempt(await signIn(gateway))).toBe(ofStranger);
    expect(await attempt(anna)).toBe(ofFriendsFriend);
  });

  test('R100 whoever lets nobody ask may ask, and is answered', async () => {
    await ben.api.contact.setContactLimit({ apply: 'nobody' });
    await ask(ben, anna);
    expect(await ask(anna, ben)).toBe('agreed');
  });

  test('T21 nobody asks without end: neither one person nor many', async () => {
    for (let words = 0; words < limits.appliesPerPersonPerHour; words += 1) await ask(anna, ben, `please ${words}`);
    expect(await refused(() => ask(anna, ben, 'please!'))).toBe('TOO_MANY');
    await query(gateway, 'insert into spending values ($1, $2, $3)', [
      `apply/${ben.identifier}`,
      Math.floor(now / 3_600_000) * 3_600_000,
      limits.appliesPerHour,
    ]);
    const stranger = await signIn(gateway);
    expect(await refused(() => ask(ben, stranger))).toBe('TOO_MANY');
    now += 3_600_000;
    expect(await ask(ben, stranger)).toBe('applying');
  });

  test('R100 nonsense is refused and leaves no trace', async () => {
    expect(await refused(() => ask(anna, anna))).toBe('BAD_REQUEST');
    expect(await refused(() => ask(anna, { ...ben, identifier: 'nobody' }))).toBe('NO_AUTH');
    expect(await refused(() => ask(anna, ben, 'x'.repeat(limits.applyMessageMax + 1)))).toBe('BAD_REQUEST');
    expect(await refused(() => ask(anna, ben, 'a\0b'))).toBe('BAD_REQUEST');
    expect(await refused(() => answer(anna, ben, 'agree'))).toBe('APPLY_OVER');
    expect(await refused(() => anna.api.contact.contactApplyOperate({ fromIdentifier: ben.identifier }))).toBe(
      'BAD_REQUEST',
    );
    expect(await refused(() => anna.api.contact.getDetail({ identifier: 'nobody' }))).toBe('NO_AUTH');
    // The sender cannot answer for the other.
    await ask(anna, ben);
    expect(await refused(() => answer(anna, ben, 'agree'))).toBe('APPLY_OVER');
  });

  test('T21 a full list takes nobody more', async () => {
    for (let count = 0; count < 4; count += 1) await befriend(ben, await signIn(gateway));
    await ask(anna, ben);
    expect(await refused(() => answer(ben, anna, 'agree'))).toBe('CONTACTS_FULL');
  });
});

describe('the list', () => {
  test('R99 holds contacts, those that are none any more, and those that are blocked; and can be asked for what has changed', async () => {
    const [carla, dora] = [await signIn(gateway, { name: 'Carla' }), await signIn(gateway, { name: 'Dora' })];
    for (const other of [ben, carla, dora]) await befriend(anna, other);
    const { list: before } = await anna.api.contact.contactList({});
    expect(before.map(({ lastName, status }) => [lastName, status]).sort()).toEqual([
      ['Ben', 'normal'],
      ['Carla', 'normal'],
      ['Dora', 'normal'],
    ]);
    now += 1_000;
    await anna.api.contact.delete({ identifier: ben.identifier });
    await anna.api.contact.block({ identifier: carla.identifier });
    const { list: changed } = await anna.api.contact.contactList({ updateTime: before.at(-1)!.updateTime });
    expect(changed.map(({ lastName, status }) => [lastName, status])).toEqual(
      expect.arrayContaining([
        ['Ben', 'delete'],
        ['Carla', 'black'],
      ]),
    );
    expect(changed).toHaveLength(2);
    expect(changed[0]).toMatchObject({ avatar: expect.stringContaining('/avatars/'), updateTime: now });
    expect((await carla.api.contact.contactList({})).list.map(({ status }) => status)).toEqual(['normal']);
  });

  test('R104 who is deleted is gone from both lists, at once and by notice, and the chat of the two is named', async () => {
    await befriend(anna, ben);
    const chat = await chatOf(anna, ben);
    const sockets = await Promise.all([anna, ben].map(listen));
    expect((await anna.api.contact.delete({ identifier: ben.identifier })).contact).toMatchObject({ status: 'delete' });
    expect(await statusOf(ben, anna)).toBe('delete');
    for (const [index, socket] of sockets.entries()) {
      await socket.until(() => told(socket).length === 2);
      expect(told(socket)).toEqual([`contactChange ${index === 0 ? 'Ben' : 'Anna'} delete`, 'contactDelete']);
      expect(socket.notices.at(-1)).toMatchObject({ conversationId: chat, identifier: anna.identifier });
    }
    const changes = await watch();
    await anna.api.contact.delete({ identifier: ben.identifier });
    expect(await changes()).toEqual([]);
    expect(await appliesOf(anna)).toEqual([]);
  });

  test('R43 R99 what was missed for days comes with the next sync', async () => {
    await befriend(anna, ben);
    now += 5 * 24 * 3_600_000;
    await ben.api.contact.delete({ identifier: anna.identifier });
    const { notices } = await anna.api.message.sync({});
    expect(notices.map(({ type, cmdId }) => cmdId || type)).toEqual([
      'addFriend',
      'contactChange',
      'addFriend',
      'contactChange',
      'contactDelete',
    ]);
  });

  test('R103 a remark is mine alone, of a contact or not, and stands beside the name in groups', async () => {
    const laptop = await signIn(gateway, { phone: anna.phone, deviceId: 'laptop', name: 'Anna' });
    const group = await groupOf(ben, anna);
    const [mine, his] = [await listen(laptop), await listen(ben)];
    expect(
      (await anna.api.contact.setRemark({ identifier: ben.identifier, remarkName: ' Benny ' })).contact,
    ).toMatchObject({ remarkName: 'Benny', lastName: 'Ben', status: 'delete' });
    await mine.until(() => told(mine).length === 1);
    expect(told(his)).toEqual([]);
    const remarks = async (who: Person) =>
      (await who.api.conversation.getGroupConversationDetail({ conversationId: group })).members.map(
        ({ lastName, remarkName }) => [lastName, remarkName],
      );
    expect(await remarks(anna)).toEqual(
      expect.arrayContaining([
        ['Ben', 'Benny'],
        ['Anna', ''],
      ]),
    );
    expect(await remarks(ben)).toEqual(
      expect.arrayContaining([
        ['Ben', ''],
        ['Anna', ''],
      ]),
    );
    expect(
      await refused(() => anna.api.contact.setRemark({ identifier: ben.identifier, remarkName: 'x'.repeat(33) })),
    ).toBe('BAD_NAME');
    expect(await refused(() => anna.api.contact.setRemark({ identifier: 'nobody', remarkName: 'x' }))).toBe('NO_AUTH');
    await anna.api.contact.setRemark({ identifier: ben.identifier, remarkName: '' });
    expect((await anna.api.contact.contactList({})).list).toMatchObject([{ remarkName: '' }]);
  });
});

describe('a block', () => {
  test('T21 R106 stops messages, commands, chats and applies; its owner writes on, and nobody else learns of it', async () => {
    const chat = await chatOf(anna, ben);
    const socket = await listen(ben);
    expect((await anna.api.contact.block({ identifier: ben.identifier })).contact).toMatchObject({ status: 'black' });
    expect(await refused(() => sendText(ben, chat, 'hi'))).toBe('BLOCKED');
    expect(await refused(() => sendCommand(ben, chat, 'encrypt', { type: 'private', body: { encrypted: true } }))).toBe(
      'BLOCKED',
    );
    expect(await refused(() => ask(ben, anna))).toBe('APPLY_CLOSED');
    expect(await refused(() => ben.api.user.distributePreKey({ list: [anna.identifier] }))).toBe('BLOCKED');
    const carla = await signIn(gateway);
    await anna.api.contact.block({ identifier: carla.identifier });
    expect(
      await refused(() => carla.api.conversation.create({ type: 'private', identifiers: [anna.identifier] })),
    ).toBe('BLOCKED');
    await sendText(anna, chat, 'I may');
    expect(told(socket)).toEqual([]);
    expect(await statusOf(ben, anna)).toBe('delete');
    expect(await refused(() => ask(anna, ben))).toBe('YOU_BLOCKED');
  });

  test('T21 an apply that waits is refused by it, one of mine taken back', async () => {
    await ask(ben, anna);
    await anna.api.contact.block({ identifier: ben.identifier });
    expect(await appliesOf(ben)).toEqual([['Anna', 'sent', '', 'refused']]);
    const carla = await signIn(gateway, { name: 'Carla' });
    await ask(anna, carla);
    await anna.api.contact.block({ identifier: carla.identifier });
    expect(await appliesOf(carla)).toEqual([]);
    expect(await refused(() => answer(carla, anna, 'agree'))).toBe('APPLY_OVER');
  });

  test('R99 taken away, the other is what that one was before', async () => {
    await befriend(anna, ben);
    for (const expected of ['black', 'black']) {
      await anna.api.contact.block({ identifier: ben.identifier });
      expect(await statusOf(anna, ben)).toBe(expected);
    }
    expect((await anna.api.contact.unblock({ identifier: ben.identifier })).contact).toMatchObject({
      status: 'normal',
    });
    await anna.api.contact.block({ identifier: ben.identifier });
    await ben.api.contact.delete({ identifier: anna.identifier });
    expect(await statusOf(anna, ben)).toBe('black');
    await anna.api.contact.unblock({ identifier: ben.identifier });
    expect(await statusOf(anna, ben)).toBe('delete');
    const changes = await watch();
    await anna.api.contact.unblock({ identifier: ben.identifier });
    expect(await changes()).toEqual([]);
    expect(await refused(() => anna.api.contact.block({ identifier: anna.identifier }))).toBe('BAD_REQUEST');
    expect(await refused(() => anna.api.contact.block({ identifier: 'nobody' }))).toBe('NO_AUTH');
  });

  test('T21 once it is answered nothing comes through that was on its way', async () => {
    const chat = await chatOf(anna, ben);
    const sends = Array.from({ length: 30 }, async (_, n) => outcomeCode(sendText(ben, chat, String(n))));
    await anna.api.contact.block({ identifier: ben.identifier });
    const stored = async () =>
      (await query<{ n: number }>(gateway, 'select count(*)::int as n from message where conversation = $1', [chat]))
        .rows[0]!.n;
    const then = await stored();
    const outcomes = await Promise.all(sends);
    expect(await stored()).toBe(then);
    expect(outcomes.filter((code) => code === 'SUCCESS')).toHaveLength(then);
    expect(outcomes.filter((code) => code !== 'SUCCESS' && code !== 'BLOCKED')).toEqual([]);
  });
});

describe('a new name or picture', () => {
  const news = (socket: TestSocket) =>
    socket.notices.flatMap(({ type, identifier, body }) =>
      type === 'contactChange' && body.includes('profile')
        ? [[identifier, (JSON.parse(body) as { profile: { lastName: string } }).profile.lastName]]
        : [],
    );

  test('R170 is told to contacts, to whom I have a private chat with and who has a remark; not where a block is, nor when nothing is new', async () => {
    const [carla, dora, ella, strange] = [
      await signIn(gateway),
      await signIn(gateway),
      await signIn(gateway),
      await signIn(gateway),
    ];
    await befriend(anna, ben);
    await chatOf(anna, carla);
    await dora.api.contact.setRemark({ identifier: anna.identifier, remarkName: 'Ann' });
    await befriend(anna, ella);
    await ella.api.contact.block({ identifier: anna.identifier });
    const { userInfo } = await anna.api.user.getUserInfoByIdentifier({ identifier: anna.identifier });
    const sockets = await Promise.all([ben, carla, dora, ella, strange].map(listen));
    for (const lastName of ['Anna', 'Anna Maria', 'Anna Maria'])
      await anna.api.user.updateUserInfo({ avatar: userInfo!.avatar, lastName });
    for (const socket of sockets.slice(0, 3)) {
      await socket.until(() => news(socket).length === 1);
      expect(news(socket)).toEqual([[anna.identifier, 'Anna Maria']]);
    }
    expect(sockets.slice(3).flatMap(news)).toEqual([]);
  });

  test('R170 two who know each other change theirs at the same time', async () => {
    await befriend(anna, ben);
    const names = Array.from({ length: 10 }, (_, n) => `Name ${n}`);
    expect(
      await Promise.all(
        [anna, ben].flatMap((who) => names.map((lastName) => outcomeCode(who.api.user.updateUserInfo({ lastName })))),
      ),
    ).toEqual(Array.from({ length: 20 }, () => 'SUCCESS'));
  });
});

describe('who may write to me', () => {
  test.each([
    ['everybody', 'SUCCESS', 'SUCCESS'],
    ['contacts', 'PRIVATE_CLOSED', 'SUCCESS'],
    ['nobody', 'PRIVATE_CLOSED', 'PRIVATE_CLOSED'],
  ] as const)('R100 R106 %s', async (message, ofStranger, ofContact) => {
    const carla = await signIn(gateway, { name: 'Carla' });
    await befriend(anna, carla);
    const [strangers, contacts] = [await chatOf(anna, ben), await chatOf(anna, carla)];
    await anna.api.contact.setContactLimit({ message });
    const attempt = async (who: Person, chat: string) => {
      const code = await outcomeCode(sendText(who, chat, 'hi'));
      if (code !== 'SUCCESS') expect(await refused(() => sendText(who, chat, 'hi'))).toBe(code);
      // Checks made before a message agree with the check of the message itself.
      expect(await outcomeCode(who.api.user.distributePreKey({ list: [anna.identifier] }))).toBe(code);
      return code;
    };
    expect(await attempt(ben, strangers)).toBe(ofStranger);
    expect(await attempt(carla, contacts)).toBe(ofContact);
    expect(await outcomeCode(sendText(anna, strangers, 'I may'))).toBe('SUCCESS');
    const typed = await listen(anna);
    await (await listen(ben)).ask('typing', { conversationId: strangers, typing: true });
    const group = await groupOf(anna, ben);
    expect(await outcomeCode(sendText(ben, group, 'here too', { type: 'group' }))).toBe('SUCCESS');
    await typed.until(() => typed.rows.some(({ conversationId }) => conversationId === group));
    expect(typed.notices.some(({ type }) => type === 'typing')).toBe(ofStranger === 'SUCCESS');
    const newcomer = await signIn(gateway);
    expect(
      await outcomeCode(newcomer.api.conversation.create({ type: 'private', identifiers: [anna.identifier] })),
    ).toBe(ofStranger);
  });

  test('T21 who may not write to me does not take me into a group either', async () => {
    const carla = await signIn(gateway);
    await anna.api.contact.setContactLimit({ message: 'contacts' });
    expect(await refused(() => groupOf(ben, anna))).toBe('PRIVATE_CLOSED');
    const group = await groupOf(ben, anna, carla);
    const members = async () =>
      (await ben.api.conversation.getGroupConversationDetail({ conversationId: group })).members
        .map(({ identifier }) => identifier)
        .toSorted();
    expect(await members()).toEqual([ben.identifier, carla.identifier].toSorted());
    expect(await refused(() => sendCommand(ben, group, 'inviteMember', { targets: [anna.identifier] }))).toBe(
      'BAD_REQUEST',
    );
    await befriend(ben, anna);
    await sendCommand(ben, group, 'inviteMember', { targets: [anna.identifier] });
    expect(await members()).toEqual([ben.identifier, carla.identifier, anna.identifier].toSorted());
  });

  test('R106 a block goes before it, and a message that was taken once is answered as it was', async () => {
    const chat = await chatOf(anna, ben);
    const id = newMessageId();
    await sendText(ben, chat, 'hi', { id });
    await anna.api.contact.setContactLimit({ message: 'nobody' });
    expect(await outcomeCode(sendText(ben, chat, 'hi', { id }))).toBe('SUCCESS');
    await anna.api.contact.block({ identifier: ben.identifier });
    expect(await refused(() => sendText(ben, chat, 'again'))).toBe('BLOCKED');
  });

  test('R100 a value of a newer version is refused', async () => {
    expect(await refused(() => anna.api.contact.setContactLimit({ apply: 7 as never }))).toBe('BAD_REQUEST');
  });
});
