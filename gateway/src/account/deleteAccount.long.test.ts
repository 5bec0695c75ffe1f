import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  chatOf,
  connectAs,
  sendCommand,
  groupOf,
  newMessageId,
  outcomeCode,
  rowsOf,
  sendText,
  signIn,
  type Person,
  type TestSocket,
} from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { newBundle } from '../testing/keys.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { newUploadName } from '../testing/uploads.ts';
import { personalData } from './personalData.ts';

/** The columns whose rows a deletion removes. */
const erasedColumns: string[] = Object.entries(personalData).flatMap(([table, { erased }]) =>
  'rowsOf' in erased ? erased.rowsOf.map((column) => `${table}.${column}`) : [],
);

let gateway: TestGateway;
let now = Date.now();
let alice: Person;
let bob: Person;
let carol: Person;
const opened: TestSocket[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now });
});
beforeEach(async () => {
  [alice, bob, carol] = [
    await signIn(gateway, { name: 'Alice' }),
    await signIn(gateway, { name: 'Bob' }),
    await signIn(gateway, { name: 'Carol' }),
  ];
});
afterEach(() => opened.splice(0).forEach((socket) => socket.close()));
afterAll(() => gateway.close());

const listen = async (person: Person) => {
  const socket = await connectAs(person);
  opened.push(socket);
  return socket;
};
const end = (person: Person) => deleteAccountNow(gateway, person);
const befriend = async (a: Person, b: Person) => {
  await a.api.contact.apply({ identifier: b.identifier });
  await b.api.contact.contactApplyOperate({ fromIdentifier: a.identifier, operate: 'agree' });
};
const membersOf = async (person: Person, conversationId: string) =>
  (await person.api.conversation.getGroupConversationDetail({ conversationId })).members.map(
    ({ identifier, role }) => `${identifier} ${role}`,
  );

/** The tables that contain a text, as text or bytes, and how often. */
async function tablesWith(text: string): Promise<Record<string, number>> {
  const { rows } = await query<{ name: string }>(
    gateway,
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const counts = await Promise.all(
    rows.map(
      async ({ name }) =>
        [
          name,
          (
            await query<{ n: number }>(gateway, `select count(*)::int as n from ${name} t where t::text like any($1)`, [
              [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`],
            ])
          ).rows[0]!.n,
        ] as const,
    ),
  );
  return Object.fromEntries(counts.filter(([, n]) => n > 0));
}

describe('R196 deleting an account', () => {
  test('R196 all devices are signed out at once, and the phone number begins anew', async () => {
    now += 60_000;
    const laptop = await signIn(gateway, { phone: alice.phone, deviceId: 'laptop', name: 'Alice' });
    const sockets = [await listen(alice), await listen(laptop)];
    await end(alice);
    for (const socket of sockets) await socket.until(() => socket.closed?.code === 4001);
    for (const person of [alice, laptop]) {
      expect(await outcomeCode(person.api.conversation.list({}))).toBe('9001');
      expect(await outcomeCode(person.api.user.refreshToken({ refreshToken: person.tokens.refreshToken }))).toBe(
        'ACCOUNT_DELETED',
      );
    }
    now += 60_000;
    const again = await signIn(gateway, { phone: alice.phone, name: 'Alice' });
    expect(again.identifier).not.toBe(alice.identifier);
    expect((await again.api.conversation.list({})).list).toEqual([]);
  });

  test('R196 groups go on: the one who came first after me has them, and everybody sees it; a group of mine alone ends', async () => {
    const [mine, theirs, alone] = [
      await groupOf(alice, bob, carol),
      await groupOf(bob, alice),
      await groupOf(alice, bob),
    ];
    await sendCommand(alice, alone, 'deleteMember', { targets: [bob.identifier] });
    const socket = await listen(bob);
    await end(alice);
    const [first, second] = [bob.identifier, carol.identifier].toSorted() as [string, string];
    expect(await membersOf(bob, mine)).toEqual([`${first} owner`, `${second} member`]);
    expect(await membersOf(bob, theirs)).toEqual([`${bob.identifier} owner`]);
    await socket.until(() => socket.rows.length === 3);
    expect(socket.rows.map(({ content }) => content!.cmdId).toSorted()).toEqual([
      'handOver',
      'quitMember',
      'quitMember',
    ]);
    expect(
      (await query<{ status: string }>(gateway, 'select status from conversation where id = $1', [alone])).rows,
    ).toEqual([{ status: 'delete' }]);
    expect(await outcomeCode(sendCommand(bob, theirs, 'inviteMember', { targets: [alice.identifier] }))).toBe(
      'BAD_REQUEST',
    );
    expect(await outcomeCode(bob.api.conversation.create({ type: 'group', identifiers: [alice.identifier] }))).toBe(
      'NO_AUTH',
    );
  });

  test('R196 what I wrote to others stays with them, under no name; nobody can write, ask or search for me', async () => {
    const chat = await chatOf(alice, bob);
    await sendText(alice, chat, 'so long');
    await befriend(alice, bob);
    const socket = await listen(bob);
    await end(alice);
    await socket.until(() =>
      ['contactChange', 'deviceChange', 'conversationChanged'].every((wanted) =>
        socket.notices.some(({ type }) => type === wanted),
      ),
    );
    expect(JSON.parse(socket.notices.find(({ type }) => type === 'contactChange')!.body)).toEqual({
      contacts: [{ identifier: alice.identifier, status: 'delete' }],
      profile: { identifier: alice.identifier, avatar: '', lastName: 'Deleted account' },
    });
    expect(JSON.parse(socket.notices.find(({ type }) => type === 'deviceChange')!.body)).toMatchObject({
      devices: [],
      removed: [alice.deviceId],
    });
    expect((await rowsOf(bob)).map(({ content }) => content!.message)).toContain('{"text":"so long"}');
    const { info } = await bob.api.conversation.getPrivateConversationDetail({ conversationId: chat });
    expect(info!.userInfo).toMatchObject({ identifier: alice.identifier, lastName: 'Deleted account', avatar: '' });
    expect((await bob.api.contact.contactList({})).list.filter(({ status }) => status === 'normal')).toEqual([]);
    expect(await outcomeCode(sendText(bob, chat, 'are you there?'))).toBe('PRIVATE_CLOSED');
    expect(await outcomeCode(bob.api.user.distributePreKey({ list: [alice.identifier] }))).toBe('PRIVATE_CLOSED');
    expect(await outcomeCode(bob.api.contact.apply({ identifier: alice.identifier }))).toBe('APPLY_CLOSED');
    expect(await outcomeCode(carol.api.conversation.create({ type: 'private', identifiers: [alice.identifier] }))).toBe(
      'NO_AUTH',
    );
    for (const keyword of [alice.identifier, alice.phone, 'Deleted account'])
      expect((await carol.api.contact.search({ keyword })).list).toEqual([]);
  });

  test('R196 nothing is left of me in the store, but what others have of me', async () => {
    const { conversation } = await alice.api.conversation.create({ type: 'private', identifiers: [alice.identifier] });
    const own = conversation!.conversionId;
    const theirWords = ['a note to myself', 'My moment', 'My remark', '03sealed'];
    await sendText(alice, own, 'a note to myself');
    const [chat, group] = [await chatOf(alice, bob), await groupOf(bob, alice)];
    const { id } = await sendText(bob, chat, 'hello');
    await alice.api.message.sync({ cursors: [{ conversationId: chat, epoch: 1, seq: 1 }] });
    await bob.api.message.sendPrivateMessage({
      id: newMessageId(),
      conversation: { conversationId: chat },
      content: [{ type: 'text', message: '03sealed', to: { identifier: alice.identifier, deviceId: alice.deviceId } }],
    });
    await sendCommand(alice, group, 'nickname', { body: { nickname: 'Ally' } });
    await alice.api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle(alice.deviceId) });
    await alice.api.user.addFavorite({ conversationId: chat, id });
    await alice.api.conversation.setUserSetting({ conversationId: group, userSetting: { groupRemark: 'My remark' } });
    await alice.api.circle.post({ text: 'My moment' });
    await alice.api.qrcode.create({});
    await alice.api.file.uploadInfo({ random: newUploadName() });
    await alice.api.user.getInviteUsers({});
    await befriend(bob, alice);
    await carol.api.contact.apply({ identifier: alice.identifier });
    await carol.api.contact.setRemark({ identifier: alice.identifier, remarkName: 'Her' });
    await alice.api.contact.block({ identifier: carol.identifier });
    expect(Object.keys(await tablesWith(alice.identifier)).length).toBeGreaterThan(15);
    for (const words of theirWords) expect(await tablesWith(words)).not.toEqual({});
    await end(alice);
    const left = await tablesWith(alice.identifier);
    // Rows and notices about me that belong to others; ended sessions; this hour's quotas.
    for (const theirs of ['message', 'notice', 'spending', 'family', 'live_change']) delete left[theirs];
    expect(left).toEqual({ person: 1, conversation: 2, member: 3 });
    for (const words of theirWords) expect(await tablesWith(words)).toEqual({});
    expect(await tablesWith(alice.phone)).toEqual({});
    expect(
      (
        await query(gateway, 'select nickname, user_setting from member where identifier = $1 group by 1, 2', [
          alice.identifier,
        ])
      ).rows,
    ).toEqual([{ nickname: '', user_setting: {} }]);
    expect(
      (await query(gateway, 'select from family where identifier = $1 and revoked_at is null', [alice.identifier]))
        .rows,
    ).toEqual([]);
    expect((await query(gateway, 'select from notice where identifier = $1', [alice.identifier])).rows).toEqual([]);
  });

  test('R196 every table that refers to people is emptied of one, or kept on purpose; every column of the person is reset', async () => {
    const { rows } = await query<{ place: string }>(
      gateway,
      `
      select format('%s.%s', c.conrelid::regclass, a.attname) as place from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'person'::regclass`,
    );
    // A file's name stays taken, without an owner; its hold is released: see fileHolds.long.test.ts.
    // A claim stays without its wallet, so that a draw can be checked, and nobody claims again.
    const kept = [
      'family.identifier',
      'member.identifier',
      'upload.owner',
      'file_hold.identifier',
      'campaign_claim.identifier',
      // A bot is nobody's account: it goes with its owner's.
      'ai_bot.id',
      // It is cleared: the other account of the number is reviewed again.
      'phone_review.same_as',
      'ai_turn.bot',
      'ai_memory.bot',
      'ai_forgets.bot',
      'ai_service.bot',
      // Who answered is an account without a name by then; how long others waited stays true.
      'ai_service.agent',
    ];
    expect(
      rows.map(({ place }) => place).filter((place) => !kept.includes(place) && !erasedColumns.includes(place)),
    ).toEqual([]);
    await query(gateway, 'update person set returned_at = 1 where identifier = $1', [alice.identifier]);
    await end(alice);
    const {
      rows: [person],
    } = await query(gateway, 'select * from person where identifier = $1', [alice.identifier]);
    expect(person).toEqual({
      identifier: alice.identifier,
      created_at: expect.anything(),
      deleted_at: expect.anything(),
      names_left: true,
      notice_seq: expect.anything(),
      phone: null,
      wallet: null,
      avatar: '',
      last_name: 'Deleted account',
      bio: '',
      hide_read_state: true,
      apply_limit: 'nobody',
      message_limit: 'nobody',
      unencrypted: 'unset',
      deletes_at: null,
      returned_at: null,
      blog_count: 0,
      kind: 'person',
      findable: true,
    });
    expect((await query(gateway, 'select * from person_name where identifier = $1', [alice.identifier])).rows).toEqual(
      [],
    );
  });

  test('R241 R196 of two sweeps that delete an account at the same time, one notifies the others', async () => {
    await chatOf(alice, bob);
    await alice.api.user.deleteAccount({ confirm: alice.identifier });
    await query(gateway, 'update person set deletes_at = 0 where identifier = $1', [alice.identifier]);
    // Both are about to notify Bob before one of them has.
    const lock = new pg.Client({ connectionString: gateway.databaseUrl });
    await lock.connect();
    await lock.query('begin');
    await lock.query('select from person where identifier = $1 for update', [bob.identifier]);
    const sweeps = Promise.all([gateway.sweep(), gateway.sweep()]);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await query(gateway, waiting)).rows.length).toBe(2);
    await lock.end();
    await sweeps;
    const notices = await query(gateway, 'select from notice where identifier = $1', [bob.identifier]);
    expect(notices.rows.length).toBe(2); // the end of the devices, and of the name
  });

  test('only with my own identifier as its confirmation, and repeated as often as it takes', async () => {
    for (const confirm of ['', bob.identifier, 'DELETE'])
      expect(await outcomeCode(alice.api.user.deleteAccount({ confirm }))).toBe('BAD_REQUEST');
    expect(await outcomeCode(alice.api.conversation.list({}))).toBe('SUCCESS');
    await groupOf(alice, bob);
    await alice.api.user.deleteAccount({ confirm: alice.identifier });
    await query(gateway, 'update person set deletes_at = 0 where identifier = $1', [alice.identifier]);
    await Promise.all([gateway.sweep(), gateway.sweep()]);
    expect(await outcomeCode(alice.api.conversation.list({}))).toBe('9001');
  });
});
