import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import { digestOf } from '@amber/proto/publicPictures';
import { walletStatements } from '@amber/proto/walletMessage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chatOf,
  sendCommand,
  groupOf,
  historyOf,
  newMessageId,
  sendText,
  signIn,
  type Person,
} from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { query, startTestGateway, temporaryFolder, type TestGateway } from '../testing/gateway.ts';
import { newBundle } from '../testing/keys.ts';
import { plain } from '../testing/pictures.ts';
import { signInRequest, testWallet } from '../testing/wallet.ts';

const minute = 60_000;
let now = Date.now();
let gateway: TestGateway;
let dataDir: string;
const operators = new Set<string>();
let bob: Person;
let carol: Person;

beforeAll(async () => {
  dataDir = await temporaryFolder();
  gateway = await startTestGateway({ clock: () => (now += 1), dataDir, operators, smsCountry: 'DE' });
  [bob, carol] = [await signIn(gateway, { name: 'Bob' }), await signIn(gateway, { name: 'Carol' })];
  operators.add(bob.identifier);
});
afterAll(() => gateway.close());

/** What names the account, each nowhere else in the world. */
const canaries = {
  name: 'Zaunkönig Quastenflosser',
  formerName: 'Wiedehopf Erstname',
  nickname: 'Spitzname Xylophon',
  bio: 'Lebenslauf Yggdrasil',
  phone: '+4915199887766',
  device: 'Gerät Zwirbelbart',
  bot: 'Bot von Zaunkönig',
};

/** Every row of every table, as text; what is stored as bytes is also there as the text that it holds. In lower case. */
async function dumpTables(): Promise<Map<string, string>> {
  const { rows } = await query<{ name: string }>(
    gateway,
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const dumps = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: all } = await query<{ row: string }>(gateway, `select to_jsonb(t)::text as row from ${name} t`);
    const text = all.map(({ row }) => row).join('\n');
    const bytes = [...text.matchAll(/\\\\x((?:[0-9a-f]{2})+)/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString());
    dumps.set(name, [text, ...bytes].join('\n').toLowerCase());
  }
  return dumps;
}

/** Which tables hold which of these texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const dumps = await dumpTables();
  return texts.flatMap((text) =>
    [...dumps].flatMap(([table, dump]) => (dump.includes(text.toLowerCase()) ? `${table}: ${text}` : [])),
  );
}

/** The files whose name or content contains one of these. */
async function filesWith(what: readonly (string | Buffer)[]): Promise<string[]> {
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    const haystack = Buffer.concat([Buffer.from(path), file.isFile() ? await readFile(path) : Buffer.of()]);
    if (what.some((one) => haystack.includes(one))) found.push(path);
  }
  return found;
}

const pictureAt = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${gateway.url}${path}`)).arrayBuffer());

/** An account that has used every feature that stores what names it. */
async function busyAccount(): Promise<{
  alice: Person;
  wallet: string;
  pictures: string[];
  files: Buffer[];
  group: string;
  served: string;
}> {
  const alice = await signIn(gateway, { phone: canaries.phone, name: canaries.formerName });
  const { identifier } = alice;
  await alice.api.user.init({ uuid: alice.deviceId, deviceName: canaries.device, system: 'web' });
  const upload = async (r: number) =>
    (await alice.api.file.uploadPicture({ picture: await plain(400, 300, { r, g: 9, b: 9 }).png().toBuffer() })).path;
  const [avatar, face] = [await upload(40), await upload(90)];
  await alice.api.user.setBio({ bio: canaries.bio });
  await alice.api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle(alice.deviceId) });

  // Contacts and private chats, and a change of the name while both know each other.
  await alice.api.contact.apply({ identifier: bob.identifier, message: `I am ${canaries.name}` });
  await bob.api.contact.contactApplyOperate({ fromIdentifier: identifier, operate: 'agree' });
  await carol.api.contact.setRemark({ identifier, remarkName: 'Her' });
  await chatOf(carol, alice);
  await alice.api.user.updateUserInfo({ lastName: canaries.name, avatar });

  // Groups: each way to come in, to be named and to leave.
  const first = await groupOf(alice, bob, carol);
  await sendCommand(alice, first, 'nickname', { body: { nickname: canaries.nickname } });
  await sendText(alice, first, 'What she wrote', { type: 'group' });
  await sendCommand(alice, first, 'handOver', { targets: [bob.identifier] });
  await sendCommand(bob, first, 'handOver', { targets: [identifier] });
  const second = await groupOf(bob, carol);
  await sendCommand(bob, second, 'inviteMember', { targets: [identifier] });
  await sendCommand(bob, second, 'slap', { targets: [identifier] });
  await sendCommand(bob, second, 'deleteMember', { targets: [identifier] });
  const third = await groupOf(bob, carol);
  await sendCommand(bob, third, 'groupSetting', { body: { supportAnonymous: true, visibility: true } });
  await alice.api.conversation.joinGroupConversation({ conversationId: third });
  await sendCommand(alice, third, 'quitMember');

  // Spaces: asked, let in, and one of her own.
  const { spaceInfo } = await bob.api.groupChat.createSpace({ spaceName: 'Rowing' });
  const { spaceId } = spaceInfo!;
  await carol.api.conversation.directJoin({ spaceId });
  await bob.api.groupChat.modifySpace({ op: 'CHANGE', spaceId, space: { spaceName: 'Rowing', byApproval: true } });
  await alice.api.conversation.joinGroupConversation({ spaceId });
  await bob.api.groupChat.operateJoinApply({ spaceId, identifier, operate: 'agree' });
  const { room } = await bob.api.groupChat.modifySpace({
    op: 'CREATE',
    spaceId,
    room: { name: 'Hidden', roomType: 'chat', groupSetting: { visibility: false } },
    invited: [carol.identifier],
  });
  await sendCommand(bob, room!.conversionId, 'inviteMember', { targets: [identifier] });
  await alice.api.groupChat.createSpace({ spaceName: 'Her own', avatar });

  // Moments.
  const { blog } = await bob.api.circle.post({ text: 'By Bob' });
  const commentId = newMessageId();
  await alice.api.circle.comment({ blogId: blog!.blogId, commentId, text: 'By her' });
  await bob.api.circle.comment({ blogId: blog!.blogId, commentId: newMessageId(), answers: commentId, text: 'To her' });
  await alice.api.circle.like({ blogId: blog!.blogId, liked: true });
  await alice.api.circle.followBlog({ identifier: bob.identifier, follow: true });
  await alice.api.circle.post({ text: 'By her', pictures: [{ path: avatar, alt: '', width: 400, height: 300 }] });

  // A bot of hers that others talk with, and others' bots whose place she takes.
  const { aiBotInfo } = await alice.api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: { type: 'clone', name: canaries.bot, audience: 'everyone', avatar: face, image: face },
  });
  await carol.api.conversation.create({ type: 'robot', identifiers: [aiBotInfo!.aiBotId] });
  await alice.api.aiBot.updateUserClone({ aiBotInfo: { ...aiBotInfo, opening: 'Hello' } });
  const shop = await bob.api.aiBot.createUserClone({
    requestId: newMessageId(),
    aiBotInfo: { type: 'clone', name: 'Shop', audience: 'everyone', humans: 'contacts' },
  });
  const talk = await carol.api.conversation.create({ type: 'robot', identifiers: [shop.aiBotInfo!.aiBotId] });
  const conversationId = talk.conversation!.conversionId;
  await carol.api.aiBot.customerServiceConnect({ conversationId });
  await alice.api.aiBot.agentTake({ conversationId });
  await alice.api.aiBot.agentAnswer({ conversationId, id: newMessageId(), text: 'How can I help?' });
  await alice.api.aiBot.agentRelease({ conversationId });
  // Another human answers there later, who keeps his name.
  await carol.api.aiBot.customerServiceConnect({ conversationId });
  await bob.api.aiBot.agentTake({ conversationId });
  await bob.api.aiBot.agentAnswer({ conversationId, id: newMessageId(), text: 'Me again' });

  // A wallet, a campaign, invitations.
  const wallet = testWallet();
  const { appId: _, ...signed } = await signInRequest(gateway, wallet, {
    deviceId: alice.deviceId,
    statement: walletStatements.bind(identifier),
  });
  await alice.api.user.bindWallet(signed);
  await bob.api.airdrop.save({
    campaign: { id: 'c', title: 'C', reward: 'R', begins: now - minute, ends: now + 1e9, prize: 'wallet', prizes: 2 },
  });
  await alice.api.airdrop.claim({ id: 'c', ticket: '' });
  await alice.api.user.getInviteUsers({});
  await alice.api.qrcode.create({});

  return {
    alice,
    wallet: wallet.address,
    pictures: [digestOf(avatar)!, digestOf(face)!],
    files: [await pictureAt(avatar), await pictureAt(face)],
    group: first,
    served: conversationId,
  };
}

test('R196 a deleted account leaves nothing in the database and the file store that names it', async () => {
  const { alice, wallet, pictures, files, group, served } = await busyAccount();
  const all = [...Object.values(canaries), wallet, ...pictures];
  const before = await tablesWith(all);
  for (const one of all) expect(before.join('\n')).toContain(one);
  // System messages, agents' lines and notices among them: else this would prove nothing.
  for (const table of ['message', 'notice']) expect(before.join('\n')).toContain(`${table}: ${canaries.name}`);
  expect(await filesWith(files)).toHaveLength(2);

  await deleteAccountNow(gateway, alice);
  const pass = async () => {
    now += limits.unusedPictureRetention + limits.releasedFileRetention;
    await gateway.sweep();
  };
  await pass();
  await pass();
  expect(await tablesWith(all)).toEqual([]);
  expect(await filesWith([...all, ...files])).toEqual([]);

  // What others have goes on: their own names, and what was written.
  bob = await signIn(gateway, { phone: bob.phone, name: 'Bob' });
  const lines = (await historyOf(bob, group)).map(({ content }) => content!);
  const members = readBody(lines.find(({ cmdId }) => cmdId === 'createGroup')!.message)['members'];
  expect(members).toMatchObject([
    { identifier: alice.identifier, lastName: 'Deleted account', avatar: '' },
    { lastName: expect.stringMatching(/^(Bob|Carol)$/) as string },
    { lastName: expect.stringMatching(/^(Bob|Carol)$/) as string },
  ]);
  expect(lines.map(({ message }) => message)).toContain('{"text":"What she wrote"}');
  carol = await signIn(gateway, { phone: carol.phone, name: 'Carol' });
  const answers = (await historyOf(carol, served)).map(({ content }) => readBody(content!.message));
  expect(answers).toContainEqual({ text: 'How can I help?', human: 'Deleted account' });
  expect(answers).toContainEqual({ text: 'Me again', human: 'Bob' });
});

test('R196 devices that store the name are notified of the new one, as of any change of a profile', async () => {
  const [dora, friend, member, stranger] = [
    await signIn(gateway, { name: 'Dora' }),
    await signIn(gateway, { name: 'Friend' }),
    await signIn(gateway, { name: 'Member' }),
    await signIn(gateway, { name: 'Stranger' }),
  ];
  await friend.api.contact.apply({ identifier: dora.identifier });
  await dora.api.contact.contactApplyOperate({ fromIdentifier: friend.identifier, operate: 'agree' });
  const former = await groupOf(dora, member);
  await sendCommand(dora, former, 'handOver', { targets: [member.identifier] });
  await sendCommand(dora, former, 'quitMember');
  await deleteAccountNow(gateway, dora);
  const profiles = async ({ api }: Person) =>
    (await api.message.sync({})).notices
      .filter(({ type, identifier }) => type === 'contactChange' && identifier === dora.identifier)
      .map(({ body }) => readBody(body)['profile'])
      .filter(Boolean);
  const profile = { identifier: dora.identifier, avatar: '', lastName: 'Deleted account' };
  expect(await profiles(friend)).toEqual([profile]);
  expect(await profiles(member)).toEqual([profile]);
  expect(await profiles(stranger)).toEqual([]);
});

test('R196 what an interrupted deletion has left is removed by the next sweep', async () => {
  const eve = await signIn(gateway, { name: 'Einhorn Eva' });
  await groupOf(eve, bob);
  await query(
    gateway,
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'interrupted'; end $$;
     create trigger fail before update of body on message for each row when (old.cmd_id = 'createGroup') execute function fail()`,
  );
  // The sweep reports what it could not do.
  await expect(deleteAccountNow(gateway, eve)).rejects.toThrow('interrupted');
  expect(await tablesWith(['Einhorn Eva'])).toContain('message: Einhorn Eva');
  await query(gateway, 'drop trigger fail on message');
  await gateway.sweep();
  expect(await tablesWith(['Einhorn Eva'])).toEqual([]);
});
