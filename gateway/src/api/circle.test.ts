import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeCursor } from '../db/pageCursor.ts';
import { apiOf, connectAs, newMessageId, outcomeCode, signIn, type Person } from '../testing/client.ts';
import { deleteAccountNow } from '../testing/deleteAccountNow.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let anna: Person;
let now = 1_000;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => Date.now() + (now += 1_000) });
  anna = await signIn(gateway, { name: 'Anna' });
});
afterAll(() => gateway.close());

test('what is posted is read by everybody, the latest first, page by page', async () => {
  for (const text of ['one', 'two', ' three \r\nlines ']) await anna.api.circle.post({ text });
  const visitor = apiOf(gateway.url);
  const first = await visitor.circle.getUserBlogList({ page: 0, pageSize: 2 });
  expect(first.list.map(({ text }) => text)).toEqual(['three \nlines', 'two']);
  expect(first.list[0]!.user).toMatchObject({ identifier: anna.identifier, lastName: 'Anna', token: '', deviceId: '' });
  expect(first.more).toBe(true);
  const second = await visitor.circle.getUserBlogList({ page: 1, pageSize: 2 });
  expect(second.list.map(({ text }) => text)).toEqual(['one']);
  expect(second.more).toBe(false);
  expect(await outcomeCode(visitor.circle.getUserBlogList({ page: -1 }))).toBe('BAD_REQUEST');
});

test('R228 page after page reaches all of them, each once, whatever is posted meanwhile; page numbers reach no further than a thousand', async () => {
  const eve = await signIn(gateway, { name: 'Eve' });
  await query(
    gateway,
    "insert into blog select lpad(n::text, 24, '0'), $1, n::text, 1000 + n / 4 from generate_series(1, 30) n",
    [eve.identifier],
  );
  const visitor = apiOf(gateway.url);
  const seen: string[] = [];
  let after = '';
  do {
    const page = await visitor.circle.getUserBlogList({ identifier: eve.identifier, pageSize: 7, after });
    expect(page.more).toBe(page.next !== '');
    seen.push(...page.list.map(({ text }) => text));
    await eve.api.circle.post({ text: 'meanwhile' });
    after = page.next;
  } while (after !== '');
  expect(seen.length).toBe(30);
  expect(new Set(seen).size).toBe(30);
  const numbers = seen.map((text) => Math.floor(Number(text) / 4));
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(await outcomeCode(visitor.circle.getUserBlogList({ page: 20, pageSize: 50 }))).toBe('SUCCESS');
  expect(await outcomeCode(visitor.circle.getUserBlogList({ page: 21, pageSize: 50 }))).toBe('BAD_REQUEST');
  expect(await outcomeCode(visitor.circle.getUserBlogList({ page: 2_147_483_647 }))).toBe('BAD_REQUEST');
});

test.each([
  'x',
  '[]',
  encodeCursor([1]),
  encodeCursor(['1', 'a']),
  encodeCursor([1.5, 'a']),
  encodeCursor([1e300, 'a']),
  encodeCursor([1, 2]),
  encodeCursor([1, 'a', 2]),
  encodeCursor([1, 'a\0']),
  encodeCursor([1, '\uD800']),
  'A'.repeat(1_000),
])('a place that is none is refused (%#)', async (after) => {
  expect(await outcomeCode(apiOf(gateway.url).circle.getUserBlogList({ after }))).toBe('BAD_REQUEST');
});

test('a repeated post is one post, and nobody takes over another’s', async () => {
  const blogId = newMessageId();
  const { blog } = await anna.api.circle.post({ text: 'once', blogId });
  expect((await anna.api.circle.post({ text: 'once', blogId })).blog).toEqual(blog);
  const ben = await signIn(gateway);
  expect(await outcomeCode(ben.api.circle.post({ text: 'mine', blogId }))).toBe('NO_AUTH');
  expect((await ben.api.circle.getUserBlogList({})).list.filter(({ text }) => text === 'once')).toHaveLength(1);
});

test.each([
  ['nothing', '  \n '],
  ['too much', 'x'.repeat(2_001)],
  ['control characters', 'a\0b'],
  ['a bad id', 'fine', 'short'],
])('%s is refused', async (_, text, blogId = '') => {
  expect(await outcomeCode(anna.api.circle.post({ text, blogId }))).toBe('BAD_REQUEST');
});

test('R107 R134 somebody’s own moments, and what anybody may know of that person', async () => {
  const cara = await signIn(gateway, { name: 'Cara' });
  await cara.api.user.setBio({ bio: 'I row.' });
  for (const text of ['first', 'second']) await cara.api.circle.post({ text });
  const visitor = apiOf(gateway.url);
  const { list, more } = await visitor.circle.getUserBlogList({ identifier: cara.identifier, pageSize: 1 });
  expect([list.map(({ text }) => text), more]).toEqual([['second'], true]);
  expect((await visitor.circle.getUserBlogList({ identifier: 'nobody' })).list).toEqual([]);
  const { userInfo, blogCount, followers } = await visitor.circle.getUserInfo({ identifier: cara.identifier });
  expect([userInfo, blogCount, followers]).toEqual([
    {
      identifier: cara.identifier,
      lastName: 'Cara',
      avatar: expect.any(String) as string,
      token: '',
      deviceId: '',
      bio: '',
      kind: 'person',
    },
    2,
    0,
  ]);
});

test('somebody who is not there, has no name yet, or is gone, is shown to nobody', async () => {
  const dan = await signIn(gateway, { name: 'Dan' });
  await deleteAccountNow(gateway, dan);
  for (const identifier of ['', 'nobody', dan.identifier])
    expect(await outcomeCode(apiOf(gateway.url).circle.getUserInfo({ identifier }))).toBe('NO_AUTH');
});

/** Two contacts, somebody in a space with the first of them, and somebody else. */
async function circle() {
  const [author, friend, neighbour, stranger] = await Promise.all(
    ['Author', 'Friend', 'Neighbour', 'Stranger'].map((name) => signIn(gateway, { name })),
  );
  await friend!.api.contact.apply({ identifier: author!.identifier });
  await author!.api.contact.contactApplyOperate({ fromIdentifier: friend!.identifier, operate: 'agree' });
  const { spaceInfo } = await author!.api.groupChat.createSpace({ templateId: 'community', spaceName: 'Yard' });
  const { spaceId } = spaceInfo!;
  await neighbour!.api.conversation.directJoin({ spaceId });
  return { author: author!, friend: friend!, neighbour: neighbour!, stranger: stranger!, spaceId };
}

const textsOf = async (api: Person['api'], request: Parameters<Person['api']['circle']['getUserBlogList']>[0]) =>
  (await api.circle.getUserBlogList(request)).list.map(({ text }) => text);

test('R133 a moment is read by those it is for, in every list, and by nobody else', async () => {
  const { author, friend, neighbour, stranger, spaceId } = await circle();
  const ids: Record<string, string> = {};
  for (const visibility of ['everyone', 'contacts', 'me', 'space'] as const) {
    const written = { text: visibility, visibility, ...(visibility === 'space' && { spaceId }) };
    ids[visibility] = (await author.api.circle.post(written)).blog!.blogId;
  }
  const readers = {
    author: { api: author.api, sees: ['space', 'me', 'contacts', 'everyone'] },
    friend: { api: friend.api, sees: ['contacts', 'everyone'] },
    neighbour: { api: neighbour.api, sees: ['space', 'everyone'] },
    stranger: { api: stranger.api, sees: ['everyone'] },
    visitor: { api: apiOf(gateway.url), sees: ['everyone'] },
  };
  const { identifier } = author;
  for (const { api, sees } of Object.values(readers)) {
    expect(await textsOf(api, { identifier })).toEqual(sees);
    expect((await textsOf(api, {})).slice(0, sees.length)).toEqual(sees);
    for (const [visibility, blogId] of Object.entries(ids)) {
      const isShown = sees.includes(visibility);
      expect(await outcomeCode(api.circle.getBlog({ blogId }))).toBe(isShown ? 'SUCCESS' : 'NO_AUTH');
      expect(await outcomeCode(api.circle.getComments({ blogId }))).toBe(isShown ? 'SUCCESS' : 'NO_AUTH');
      if (isShown || api === readers.visitor.api) continue;
      expect(await outcomeCode(api.circle.like({ blogId, liked: true }))).toBe('NO_AUTH');
      expect(await outcomeCode(api.circle.comment({ blogId, commentId: newMessageId(), text: 'x' }))).toBe('NO_AUTH');
    }
  }
  expect(await textsOf(neighbour.api, { spaceId })).toEqual(['space']);
  expect(await outcomeCode(stranger.api.circle.getUserBlogList({ spaceId }))).toBe('NO_AUTH');
  expect(await outcomeCode(apiOf(gateway.url).circle.getUserBlogList({ spaceId }))).toBe('NO_AUTH');
  expect((await apiOf(gateway.url).circle.getUserInfo({ identifier })).blogCount).toBe(1);
  expect(await outcomeCode(stranger.api.circle.post({ text: 'x', visibility: 'space', spaceId }))).toBe('NO_AUTH');
  expect(await outcomeCode(author.api.circle.post({ text: 'x', visibility: 'space' }))).toBe('BAD_REQUEST');
  // Whoever leaves, or is no contact any more, reads no longer.
  await neighbour.api.conversation.quitSpace({ spaceId });
  await author.api.contact.delete({ identifier: friend.identifier });
  expect(await textsOf(neighbour.api, { identifier })).toEqual(['everyone']);
  expect(await textsOf(friend.api, { identifier })).toEqual(['everyone']);
});

test('R133 an author changes and removes a moment, and nobody else does', async () => {
  const { author, friend } = await circle();
  const { blogId, time } = (await author.api.circle.post({ text: 'frist' })).blog!;
  const edited = (await author.api.circle.edit({ blogId, text: 'first', visibility: 'contacts' })).blog!;
  expect([edited.text, edited.visibility, edited.time]).toEqual(['first', 'contacts', time]);
  expect(edited.editedAt).toBeGreaterThan(time);
  expect(await outcomeCode(friend.api.circle.edit({ blogId, text: 'mine' }))).toBe('NO_AUTH');
  await friend.api.circle.remove({ blogId });
  expect((await friend.api.circle.getBlog({ blogId })).blog!.text).toBe('first');
  await author.api.circle.remove({ blogId });
  expect(await outcomeCode(author.api.circle.remove({ blogId }))).toBe('SUCCESS');
  expect(await outcomeCode(author.api.circle.getBlog({ blogId }))).toBe('NO_AUTH');
});

test('R133 likes are counted once a person, and taken back', async () => {
  const { author, friend, stranger } = await circle();
  const { blogId } = (await author.api.circle.post({ text: 'like me' })).blog!;
  const liked = await Promise.all(
    [friend, stranger, friend, stranger].map(({ api }) => api.circle.like({ blogId, liked: true })),
  );
  expect(Math.max(...liked.map(({ likes }) => likes))).toBe(2);
  expect((await friend.api.circle.getBlog({ blogId })).blog).toMatchObject({ likes: 2, liked: true });
  expect(await friend.api.circle.like({ blogId, liked: false })).toEqual({ likes: 1 });
  expect((await apiOf(gateway.url).circle.getBlog({ blogId })).blog).toMatchObject({ likes: 1, liked: false });
});

test('R133 comments stand thread by thread, page by page; whoever wrote the comment or the moment removes it', async () => {
  const { author, friend, stranger } = await circle();
  const { blogId } = (await author.api.circle.post({ text: 'talk' })).blog!;
  const say = async ({ api }: Person, text: string, answers = '') => {
    const commentId = newMessageId();
    const said = { blogId, commentId, text, answers };
    await api.circle.comment(said);
    // Once, however often it is sent.
    return (await api.circle.comment(said)).comment!.commentId;
  };
  const one = await say(friend, 'one');
  const two = await say(stranger, 'two');
  const answer = await say(author, 'to one', one);
  await say(friend, 'to the answer', answer);
  await say(stranger, 'to two', two);
  const all = async () => (await apiOf(gateway.url).circle.getComments({ blogId })).list;
  expect((await all()).map(({ text, parentId, answerTo }) => [text, parentId, answerTo?.lastName])).toEqual([
    ['one', '', undefined],
    ['to one', one, 'Friend'],
    ['to the answer', one, 'Author'],
    ['two', '', undefined],
    ['to two', two, 'Stranger'],
  ]);
  expect((await author.api.circle.getBlog({ blogId })).blog!.comments).toBe(5);
  await stranger.api.circle.remove({ blogId, commentId: one });
  expect(await all()).toHaveLength(5);
  await friend.api.circle.remove({ blogId, commentId: one });
  expect((await all()).map(({ text }) => text)).toEqual(['two', 'to two']);
  await author.api.circle.remove({ blogId, commentId: two });
  expect((await author.api.circle.getBlog({ blogId })).blog!.comments).toBe(0);
  // An answer belongs below its own moment.
  const other = (await author.api.circle.post({ text: 'other' })).blog!;
  const three = await say(friend, 'three');
  expect(
    await outcomeCode(
      friend.api.circle.comment({ blogId: other.blogId, commentId: newMessageId(), text: 'x', answers: three }),
    ),
  ).toBe('NO_AUTH');
  for (let n = 0; n < 35; n += 1) await say(author, `more ${n}`);
  const first = await friend.api.circle.getComments({ blogId });
  const rest = await friend.api.circle.getComments({ blogId, after: first.next });
  expect([first.list.length, rest.list.length, rest.next]).toEqual([30, 6, '']);
});

test('R52 R134 Following holds those one follows; a block ends it, and who is hidden is left out for oneself alone', async () => {
  const { author, friend, stranger } = await circle();
  await author.api.circle.post({ text: 'seen' });
  await author.api.circle.post({ text: 'for contacts', visibility: 'contacts' });
  await author.api.circle.post({ text: 'unseen', visibility: 'me' });
  const following = { feed: 'following' } as const;
  expect(await textsOf(stranger.api, following)).toEqual([]);
  for (const { api } of [stranger, friend])
    await api.circle.followBlog({ identifier: author.identifier, follow: true });
  expect(await textsOf(stranger.api, following)).toEqual(['seen']);
  expect(await textsOf(friend.api, following)).toEqual(['for contacts', 'seen']);
  expect(await stranger.api.circle.getUserInfo({ identifier: author.identifier })).toMatchObject({
    followers: 2,
    following: true,
  });
  await stranger.api.circle.followBlog({ identifier: author.identifier, follow: false });
  expect(await textsOf(stranger.api, following)).toEqual([]);
  expect(await outcomeCode(author.api.circle.followBlog({ identifier: author.identifier, follow: true }))).toBe(
    'BAD_REQUEST',
  );
  expect(await outcomeCode(author.api.circle.followBlog({ identifier: 'nobody', follow: true }))).toBe('NO_AUTH');

  await friend.api.circle.hideAuthor({ identifier: author.identifier, hidden: true });
  expect(await textsOf(friend.api, following)).toEqual([]);
  expect((await friend.api.circle.getHidden({})).list).toMatchObject([{ lastName: 'Author' }]);
  expect(await textsOf(friend.api, { identifier: author.identifier })).toHaveLength(2);
  await friend.api.circle.hideAuthor({ identifier: author.identifier, hidden: false });
  expect(await textsOf(friend.api, following)).toHaveLength(2);

  await author.api.contact.block({ identifier: friend.identifier });
  expect(await textsOf(friend.api, following)).toEqual([]);
  expect(await textsOf(friend.api, { identifier: author.identifier })).toEqual([]);
  expect(await outcomeCode(friend.api.circle.followBlog({ identifier: author.identifier, follow: true }))).toBe(
    'NO_AUTH',
  );
  expect((await author.api.circle.getUserInfo({ identifier: author.identifier })).followers).toBe(0);
});

test('news of likes, comments and follows comes once a person and moment, unless it is switched off', async () => {
  const { author, friend, stranger } = await circle();
  const socket = await connectAs(author);
  const { blogId } = (await author.api.circle.post({ text: 'news' })).blog!;
  const comment = (from: Person, answers = '', commentId = newMessageId()) =>
    from.api.circle.comment({ blogId, commentId, text: 'hi', answers }).then(() => commentId);
  await friend.api.circle.like({ blogId, liked: true });
  await stranger.api.circle.like({ blogId, liked: true });
  await stranger.api.circle.like({ blogId, liked: false });
  const asked = await comment(friend);
  await comment(friend);
  await comment(author, asked);
  await author.api.circle.like({ blogId, liked: true });
  await friend.api.circle.followBlog({ identifier: author.identifier, follow: true });
  const { list, seenAt, setting } = await author.api.circle.getNews({});
  expect(list.map(({ kind, user, text }) => [kind, user!.lastName, text])).toEqual([
    ['follow', 'Friend', ''],
    ['comment', 'Friend', 'news'],
    ['like', 'Friend', 'news'],
  ]);
  expect([seenAt, setting]).toEqual([0, { likes: true, comments: true, follows: true }]);
  expect((await friend.api.circle.getNews({})).list.map(({ kind }) => kind)).toEqual(['answer']);
  await socket.until(() => socket.notices.filter(({ type }) => type === 'momentNews').length === 5);
  socket.close();

  await author.api.circle.setNews({ seenAt: list[0]!.time, setting: { likes: false, comments: true, follows: true } });
  await author.api.circle.setNews({ seenAt: 1 });
  const other = (await author.api.circle.post({ text: 'quiet' })).blog!.blogId;
  await friend.api.circle.like({ blogId: other, liked: true });
  expect(await author.api.circle.getNews({})).toMatchObject({
    seenAt: list[0]!.time,
    setting: { likes: false },
    list: { length: 3 },
  });
  await author.api.circle.remove({ blogId });
  expect((await author.api.circle.getNews({})).list.map(({ kind }) => kind)).toEqual(['follow']);
});

test('an account that is deleted takes its moments, likes, comments and follows along', async () => {
  const { author, friend, stranger } = await circle();
  const { blogId } = (await author.api.circle.post({ text: 'stays' })).blog!;
  const mine = (await friend.api.circle.post({ text: 'goes' })).blog!.blogId;
  const commentId = newMessageId();
  await friend.api.circle.like({ blogId, liked: true });
  await friend.api.circle.comment({ blogId, commentId, text: 'goes' });
  await author.api.circle.comment({ blogId, commentId: newMessageId(), text: 'an answer', answers: commentId });
  await stranger.api.circle.like({ blogId: mine, liked: true });
  await friend.api.circle.followBlog({ identifier: author.identifier, follow: true });
  await author.api.circle.followBlog({ identifier: friend.identifier, follow: true });
  await deleteAccountNow(gateway, friend);
  expect((await author.api.circle.getBlog({ blogId })).blog).toMatchObject({ likes: 0, comments: 0 });
  expect(await outcomeCode(stranger.api.circle.getBlog({ blogId: mine }))).toBe('NO_AUTH');
  expect(await author.api.circle.getUserInfo({ identifier: author.identifier })).toMatchObject({
    followers: 0,
    follows: 0,
  });
  expect((await author.api.circle.getNews({})).list).toEqual([]);
});

const hour = 3_600_000;

/** Each reading of the clock moves it on by a second, so that a test of an hourly quota begins with the hour. */
const startNextHour = () => {
  now += hour - ((Date.now() + now) % hour);
};

/** Sets how much of an hourly quota this person has used up. */
const setUsed = (person: Person, quota: string, used: number) =>
  query(gateway, "insert into spending values ($1 || '/' || $2, $3, $4)", [
    quota,
    person.identifier,
    Math.floor((Date.now() + now) / hour) * hour,
    used,
  ]);

test('nobody posts without end', async () => {
  startNextHour();
  const busy = await signIn(gateway);
  await setUsed(busy, 'moment', 100);
  expect(await outcomeCode(busy.api.circle.post({ text: 'x' }))).toBe('TOO_MANY');
});

test('a refused call does not use up a quota', async () => {
  startNextHour();
  const [author, busy] = [await signIn(gateway), await signIn(gateway)];
  const hidden = newMessageId();
  await author.api.circle.post({ blogId: hidden, text: 'hidden', visibility: 'me' });
  const { circle } = busy.api;
  const { blogId } = (await circle.post({ text: 'x' })).blog!;
  await query(gateway, "delete from spending where what = 'moment/' || $1", [busy.identifier]);
  const most = { moment: 100, momentChange: 500, comment: 300, like: 1_000, follow: 300 };
  for (const [quota, limit] of Object.entries(most)) await setUsed(busy, quota, limit - 1);

  expect(await outcomeCode(circle.post({ text: ' ' }))).toBe('BAD_REQUEST');
  expect(await outcomeCode(circle.post({ text: 'y', pictures: [{ path: '/else.webp' }] }))).toBe('BAD_REQUEST');
  expect(await outcomeCode(circle.post({ text: 'y', blogId: hidden }))).toBe('NO_AUTH');
  expect(await outcomeCode(circle.post({ text: 'y' }))).toBe('SUCCESS');
  expect(await outcomeCode(circle.post({ text: 'z' }))).toBe('TOO_MANY');

  expect(await outcomeCode(circle.edit({ blogId, text: ' ' }))).toBe('BAD_REQUEST');
  expect(await outcomeCode(circle.edit({ blogId: hidden, text: 'y' }))).toBe('NO_AUTH');
  expect(await outcomeCode(circle.edit({ blogId, text: 'y' }))).toBe('SUCCESS');
  expect(await outcomeCode(circle.edit({ blogId, text: 'z' }))).toBe('TOO_MANY');

  const comment = (text: string, about = blogId) =>
    outcomeCode(circle.comment({ blogId: about, commentId: newMessageId(), text }));
  expect([await comment(' '), await comment('y', hidden)]).toEqual(['BAD_REQUEST', 'NO_AUTH']);
  expect([await comment('y'), await comment('z')]).toEqual(['SUCCESS', 'TOO_MANY']);

  const like = (about: string) => outcomeCode(circle.like({ blogId: about, liked: true }));
  expect([await like(hidden), await like(blogId), await like(blogId)]).toEqual(['NO_AUTH', 'SUCCESS', 'TOO_MANY']);

  const follow = (identifier: string) => outcomeCode(circle.followBlog({ identifier, follow: true }));
  expect([await follow(busy.identifier), await follow(author.identifier), await follow(author.identifier)]).toEqual([
    'BAD_REQUEST',
    'SUCCESS',
    'TOO_MANY',
  ]);
});
