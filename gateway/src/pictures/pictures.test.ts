import { limits } from '@amber/proto/limits';
import { digestOf, inSize, pictureSizes } from '@amber/proto/publicPictures';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf, sendCommand, groupOf, outcomeCode, signIn, type Person } from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { plain } from '../testing/pictures.ts';

const fox = '/chat/avatars/fox.svg';
let now = Date.UTC(2026, 10, 1, 12);
let gateway: TestGateway;
let ada: Person;
let bo: Person;

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    limits: { picturesPerDay: 5, pictureBodiesPerAccount: 1, accessTokenTtl: 30 * 24 * 60 * 60_000 },
  });
  [ada, bo] = [await signIn(gateway, { name: 'Ada' }), await signIn(gateway, { name: 'Bo' })];
});
afterAll(() => gateway.close());

let colours = 0;
/** A picture that nobody has uploaded before: its colour is far enough from the others' to stay one of its own. */
const another = () =>
  plain(400, 300, { r: (colours += 8), g: 90, b: 20 })
    .png()
    .toBuffer();
const upload = async ({ api }: Person) => (await api.file.uploadPicture({ picture: await another() })).path;
const wear = ({ api }: Person, avatar: string) => api.user.updateUserInfo({ lastName: 'Somebody', avatar });
const get = (path: string, headers = {}) => fetch(`${gateway.url}${path}`, { headers });
const statusOf = async (path: string) => (await get(path)).status;
const later = async (ms: number) => {
  now += ms;
  await gateway.sweep();
};

test('R15 an uploaded picture becomes the avatar that others see, in three sizes, kept by browsers for ever', async () => {
  const path = await upload(ada);
  expect((await wear(ada, path)).userInfo!.avatar).toBe(path);
  expect((await bo.api.user.getUserInfoByIdentifier({ identifier: ada.identifier })).userInfo!.avatar).toBe(path);
  for (const size of pictureSizes) {
    const answer = await get(inSize(path, size));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    const { format, width } = await sharp(await answer.arrayBuffer()).metadata();
    expect({ format, width }).toEqual({ format: 'webp', width: Math.min(size, 400) });
  }
  expect((await get(path, { 'if-none-match': `"${digestOf(path)}"` })).status).toBe(304);
});

test('R52 the call for bots is the same; the same picture has one path, whoever brings it', async () => {
  const picture = await another();
  const { path } = await ada.api.file.uploadPicture({ picture });
  expect(await bo.api.aiBot.uploadPicture({ picture })).toEqual({ path });
  expect(await outcomeCode(wear(bo, path))).toBe('SUCCESS');
});

test('R124 R223 a bot has pictures of its owner’s own, which go when nothing points to them', async () => {
  now += 24 * 60 * 60_000;
  const upload = async ({ api }: Person) => (await api.aiBot.uploadPicture({ picture: await another() })).path;
  const [face, next, theirs] = [await upload(ada), await upload(ada), await upload(bo)];
  const create = (requestId: string, pictures: { avatar?: string; image?: string }) =>
    ada.api.aiBot.createUserClone({
      requestId: requestId.padEnd(24, 'A'),
      aiBotInfo: { type: 'mate', name: 'Momo', audience: 'everyone', ...pictures },
    });
  for (const pictures of [{ avatar: theirs }, { image: theirs }, { avatar: 'https://elsewhere.example/a.png' }])
    expect(await outcomeCode(create('x', pictures))).toBe('BAD_REQUEST');
  const { avatar, image } = (await create('prepared', { avatar: fox })).aiBotInfo!;
  expect([avatar, image]).toEqual([fox, '/chat/pictures/assistantPortrait.svg']);

  const bot = (await create('own', { avatar: face, image: face })).aiBotInfo!;
  const { aiBotId } = bot;
  expect((await bo.api.aiBot.getAiBot({ aiBotId })).aiBotInfo).toMatchObject({ avatar: face, image: face });
  expect((await bo.api.user.getUserInfoByIdentifier({ identifier: aiBotId })).userInfo!.avatar).toBe(face);
  const exists = async (path: string) =>
    (await query(gateway, 'select from picture where digest = $1', [digestOf(path)])).rows.length === 1;
  await ada.api.aiBot.updateUserClone({ aiBotInfo: { ...bot, avatar: next } });
  const later24 = () => later(limits.unusedPictureRetention);
  await later24();
  expect([await exists(face), await exists(next)]).toEqual([true, true]);
  await ada.api.aiBot.updateAiBotBackground({ aiBotId, image: '' });
  await later(0);
  await later24();
  expect([await exists(face), await exists(next)]).toEqual([false, true]);
  // Gone: it would be a hole in a chat.
  expect(await outcomeCode(ada.api.aiBot.updateAiBotBackground({ aiBotId, image: face }))).toBe('BAD_REQUEST');
});

test('T12 a field takes prepared pictures and those of its person, and no other text', async () => {
  const hers = await upload(ada);
  const unknown = `/chat/pictures/${'0'.repeat(64)}/1024.webp`;
  for (const avatar of [
    hers,
    unknown,
    inSize(hers, 64),
    `https://elsewhere.example${hers}`,
    `//elsewhere.example/chat/avatars/fox.svg`,
    `${fox}?x`,
    `${hers}#`,
    '/chat/avatars/../../gateway/live',
    'data:image/svg+xml,<svg/>',
    'javascript:alert(1)',
  ])
    expect(await outcomeCode(wear(bo, avatar)), avatar).toBe('BAD_REQUEST');
  const space = { spaceName: 'Rowing', avatar: hers, banner: '' };
  expect(await outcomeCode(bo.api.groupChat.createSpace(space))).toBe('BAD_REQUEST');
  expect(await outcomeCode(bo.api.groupChat.createSpace({ ...space, avatar: '', banner: unknown }))).toBe(
    'BAD_REQUEST',
  );
  expect(await outcomeCode(wear(bo, fox))).toBe('SUCCESS');
});

test('R111 a space has a picture and a banner of its own, which its next owner may keep', async () => {
  now += 24 * 60 * 60_000;
  const [avatar, banner] = [await upload(ada), await upload(ada)];
  const { spaceInfo } = await ada.api.groupChat.createSpace({ spaceName: 'Rowing', avatar, banner });
  const { spaceId } = spaceInfo!;
  const change = (person: Person, space: object) =>
    outcomeCode(person.api.groupChat.modifySpace({ spaceId, op: 'CHANGE', space: { spaceName: 'R', ...space } }));
  await bo.api.conversation.joinGroupConversation({ spaceId });
  await ada.api.groupChat.modifySpace({ spaceId, op: 'CHANGE', newOwner: bo.identifier });
  expect(await change(bo, { avatar, banner })).toBe('SUCCESS');
  expect(await change(bo, { avatar: banner, banner: avatar })).toBe('BAD_REQUEST');
  await later(2 * limits.unusedPictureRetention);
  expect([await statusOf(avatar), await statusOf(banner)]).toEqual([200, 200]);
  await bo.api.groupChat.modifySpace({ spaceId, op: 'DISSOLVE' });
  await later(0);
  await later(limits.unusedPictureRetention);
  expect(await query(gateway, 'select digest from picture where digest = $1', [digestOf(banner)])).toMatchObject({
    rows: [],
  });
});

test('R223 a group has a picture that its owner has uploaded; the next owner keeps it, and it goes with the group', async () => {
  now += 24 * 60 * 60_000;
  const [first, second, his] = [await upload(ada), await upload(ada), await upload(bo)];
  const group = await groupOf(ada, bo);
  const set = (person: Person, avatar: unknown) =>
    outcomeCode(sendCommand(person, group, 'groupAvatar', { body: { avatar } }));
  const seen = async () =>
    (await bo.api.conversation.getGroupConversationDetail({ conversationId: group })).conversation!.avatar;

  expect(await set(bo, his)).toBe('NO_AUTH');
  for (const bad of [his, fox, inSize(first, 64), `https://elsewhere.example${first}`, 7, undefined])
    expect(await set(ada, bad), String(bad)).toBe('BAD_REQUEST');
  expect(await set(ada, first)).toBe('SUCCESS');
  expect(await seen()).toBe(first);
  const { list } = await bo.api.conversation.list({});
  expect(list.find(({ conversionId }) => conversionId === group)!.avatar).toBe(first);
  expect((await bo.api.contact.getMutual({ identifier: ada.identifier })).groups).toContainEqual({
    id: group,
    name: expect.any(String) as string,
    avatar: first,
  });

  const rows = async (path: string) =>
    (await query(gateway, 'select from picture where digest = $1', [digestOf(path)])).rows.length;
  const nextDay = async () => {
    await later(0);
    await later(limits.unusedPictureRetention);
  };
  await set(ada, second);
  await nextDay();
  expect([await rows(first), await rows(second)]).toEqual([0, 1]);
  await sendCommand(ada, group, 'handOver', { targets: [bo.identifier] });
  expect(await set(bo, second)).toBe('SUCCESS');
  expect(await set(ada, '')).toBe('NO_AUTH');
  await sendCommand(bo, group, 'dismissGroup');
  await nextDay();
  expect(await rows(second)).toBe(0);
});

test('R133 R223 a moment shows pictures that its author has uploaded, in order, with their words; they go with it', async () => {
  now += 24 * 60 * 60_000;
  const [one, two, theirs] = [await upload(ada), await upload(ada), await upload(bo)];
  const shown = (path: string, alt = '') => ({ path, alt, width: 400, height: 300 });
  const post = (pictures: ReturnType<typeof shown>[], text = '') => ada.api.circle.post({ text, pictures });
  expect(await outcomeCode(post([]))).toBe('BAD_REQUEST');
  for (const path of [theirs, fox, '', 'https://elsewhere.example/a.png'])
    expect(await outcomeCode(post([shown(one), shown(path)]))).toBe('BAD_REQUEST');
  expect(await outcomeCode(post(Array.from({ length: limits.momentPictures + 1 }, () => shown(one))))).toBe(
    'TOO_LARGE',
  );

  const { blogId } = (await post([shown(one, ' a hill '), { ...shown(two), width: -5, height: 2_000_000_000 }])).blog!;
  const seen = async () => (await apiOf(gateway.url).circle.getBlog({ blogId })).blog!.pictures;
  expect(await seen()).toEqual([shown(one, 'a hill'), { ...shown(two), width: 1, height: 10_000 }]);
  expect((await bo.api.circle.getUserBlogList({ identifier: ada.identifier })).list[0]!.pictures).toHaveLength(2);

  // Words may change without the pictures, also by a page that knows none.
  const edit = (pictures?: { list: ReturnType<typeof shown>[] }, text = '') =>
    ada.api.circle.edit({ blogId, text, ...(pictures && { pictures }) });
  expect((await edit(undefined, 'words')).blog!.pictures).toHaveLength(2);
  expect(await outcomeCode(edit({ list: [shown(theirs)] }))).toBe('BAD_REQUEST');
  await edit({ list: [shown(two, 'the second')] });
  expect(await seen()).toEqual([shown(two, 'the second')]);
  expect(await outcomeCode(edit({ list: [] }))).toBe('BAD_REQUEST'); // nothing would be left

  await later(limits.unusedPictureRetention);
  await later(limits.unusedPictureRetention);
  const exists = async (path: string) =>
    (await query(gateway, 'select from picture where digest = $1', [digestOf(path)])).rows.length === 1;
  expect([await exists(one), await exists(two)]).toEqual([false, true]);
  await ada.api.circle.remove({ blogId });
  await later(0);
  await later(limits.unusedPictureRetention);
  expect(await exists(two)).toBe(false);
});

test('R223 what nothing points to goes after a day, and may come again', async () => {
  now += 24 * 60 * 60_000;
  const [worn, left] = [await upload(ada), await upload(ada)];
  await wear(ada, worn);
  await later(limits.unusedPictureRetention - 1);
  const rows = async () =>
    (await query(gateway, 'select from picture where digest = $1', [digestOf(left)])).rows.length;
  expect(await rows()).toBe(1);
  await later(1);
  expect(await rows()).toBe(0);
  expect(await outcomeCode(wear(ada, left))).toBe('BAD_REQUEST');
  await wear(ada, fox);
  await later(0);
  await later(limits.unusedPictureRetention - 1);
  await wear(ada, worn);
  await later(1);
  expect(await statusOf(worn)).toBe(200);
});

test('a person has so many pictures a day, refused ones among them', async () => {
  now += 24 * 60 * 60_000;
  const bad = () => outcomeCode(ada.api.file.uploadPicture({ picture: Buffer.from('<svg/>') }));
  const tries = [];
  for (let n = 0; n < 6; n += 1) tries.push(await bad());
  expect(tries).toEqual([...Array<string>(5).fill('PICTURE_FORMAT'), 'UPLOADS_FULL']);
  expect(await outcomeCode(bo.api.file.uploadPicture({ picture: await another() }))).toBe('SUCCESS');
});

test('R226 a picture has at most 10 MiB; only people with a session send one, and one at a time', async () => {
  const of = (length: number) => ({ picture: Buffer.alloc(length) });
  expect(await outcomeCode(apiOf(gateway.url).file.uploadPicture(of(1)))).toBe('9001');
  expect(await outcomeCode(bo.api.file.uploadPicture(of(limits.pictureMax)))).toBe('PICTURE_FORMAT');
  expect(await outcomeCode(bo.api.file.uploadPicture(of(limits.pictureMax + 1)))).toBe('TOO_LARGE');
  const twice = await Promise.all([1, 2].map(() => outcomeCode(bo.api.file.uploadPicture(of(4_000_000)))));
  expect(twice.toSorted()).toEqual(['PICTURE_FORMAT', 'TOO_MANY']);
});

test('R196 an export names my pictures, and they go with my account', async () => {
  now += 24 * 60 * 60_000;
  const cleo = await signIn(gateway, { name: 'Cleo' });
  const path = await upload(cleo);
  await wear(cleo, path);
  const { rows } = await cleo.api.user.exportData({ cursor: 'pictures' });
  expect(JSON.parse(rows)).toEqual([{ path, time: now }]);
  await deleteAccountNow(gateway, cleo);
  await later(0);
  await later(limits.unusedPictureRetention);
  expect(await statusOf(path)).toBe(404);
});
