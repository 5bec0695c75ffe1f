import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCursor } from '../store/pageCursor.ts';
import { apiOf, newMessageId, outcome, signIn, type Person } from '../testing/client.ts';
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
  expect(await outcome(visitor.circle.getUserBlogList({ page: -1 }))).toBe('BAD_REQUEST');
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
  expect(await outcome(visitor.circle.getUserBlogList({ page: 20, pageSize: 50 }))).toBe('SUCCESS');
  expect(await outcome(visitor.circle.getUserBlogList({ page: 21, pageSize: 50 }))).toBe('BAD_REQUEST');
  expect(await outcome(visitor.circle.getUserBlogList({ page: 2_147_483_647 }))).toBe('BAD_REQUEST');
});

test.each([
  'x',
  '[]',
  toCursor([1]),
  toCursor(['1', 'a']),
  toCursor([1.5, 'a']),
  toCursor([1e300, 'a']),
  toCursor([1, 2]),
  toCursor([1, 'a', 2]),
  toCursor([1, 'a\0']),
  toCursor([1, '\uD800']),
  'A'.repeat(1_000),
])('a place that is none is refused (%#)', async (after) => {
  expect(await outcome(apiOf(gateway.url).circle.getUserBlogList({ after }))).toBe('BAD_REQUEST');
});

test('a repeated post is one post, and nobody takes over another’s', async () => {
  const blogId = newMessageId();
  const { blog } = await anna.api.circle.post({ text: 'once', blogId });
  expect((await anna.api.circle.post({ text: 'once', blogId })).blog).toEqual(blog);
  const ben = await signIn(gateway);
  expect(await outcome(ben.api.circle.post({ text: 'mine', blogId }))).toBe('NO_AUTH');
  expect((await ben.api.circle.getUserBlogList({})).list.filter(({ text }) => text === 'once')).toHaveLength(1);
});

test.each([
  ['nothing', '  \n '],
  ['too much', 'x'.repeat(2_001)],
  ['control characters', 'a\0b'],
  ['a bad id', 'fine', 'short'],
])('%s is refused', async (_, text, blogId = '') => {
  expect(await outcome(anna.api.circle.post({ text, blogId }))).toBe('BAD_REQUEST');
});

test('R107 R134 somebody’s own moments, and what anybody may know of that person', async () => {
  const cara = await signIn(gateway, { name: 'Cara' });
  await cara.api.user.setBio({ bio: 'I row.' });
  for (const text of ['first', 'second']) await cara.api.circle.post({ text });
  const visitor = apiOf(gateway.url);
  const { list, more } = await visitor.circle.getUserBlogList({ identifier: cara.identifier, pageSize: 1 });
  expect([list.map(({ text }) => text), more]).toEqual([['second'], true]);
  expect((await visitor.circle.getUserBlogList({ identifier: 'nobody' })).list).toEqual([]);
  const { userInfo, blogCount } = await visitor.circle.getUserInfo({ identifier: cara.identifier });
  expect([userInfo, blogCount]).toEqual([
    {
      identifier: cara.identifier,
      lastName: 'Cara',
      avatar: expect.any(String) as string,
      token: '',
      deviceId: '',
      bio: '',
    },
    2,
  ]);
});

test('somebody who is not there, has no name yet, or is gone, is shown to nobody', async () => {
  const dan = await signIn(gateway, { name: 'Dan' });
  await dan.api.user.deleteAccount({ confirm: dan.identifier });
  for (const identifier of ['', 'nobody', dan.identifier])
    expect(await outcome(apiOf(gateway.url).circle.getUserInfo({ identifier }))).toBe('NO_AUTH');
});
