import { momentDraftId, readDraftPictures } from '@amber/client/moments';
import { openAccountDb } from '@amber/client/db';
import type { Api, Blog } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { expect, test } from 'vitest';
import { getIdentityRow } from '../keys/identityRows.ts';
import { createRetrier } from '../kit/retrier.ts';
import { Clock, eventually, settle } from '../testing/clock.ts';
import { newDatabases } from '../testing/startAlice.ts';
import { createMoments } from './moments.ts';

const blogOf = (time: number, changes: Partial<Blog> = {}): Blog =>
  ({
    blogId: `b${time}`,
    text: `at ${time}`,
    time,
    user: { identifier: 'bob' },
    visibility: 'everyone',
    spaceId: '',
    likes: 0,
    comments: 0,
    liked: false,
    following: false,
    ...changes,
  }) as Blog;

/** Alice's device, and a gateway with as many moments, which refuses what `refuse` names. */
function start(count: number) {
  const clock = new Clock();
  const db = openAccountDb('alice', newDatabases());
  const state = {
    blogs: Array.from({ length: count }, (_, n) => blogOf(count - n)),
    refuse: '',
    posted: [] as string[],
    uploaded: [] as number[],
    pictures: [] as object[],
  };
  const check = () => {
    if (state.refuse) throw new Fault(state.refuse);
  };
  const circle = {
    async getUserBlogList({ after = '', pageSize = 0 }: { after?: string; pageSize?: number }) {
      check();
      const rest = state.blogs.filter(({ time }) => after === '' || time < Number(after));
      const list = rest.slice(0, pageSize);
      return { list, next: rest.length > pageSize ? String(list.at(-1)!.time) : '' };
    },
    async post({ blogId, text, pictures = [] }: { blogId: string; text: string; pictures?: object[] }) {
      check();
      state.posted.push(text);
      state.pictures.push(...pictures);
      return {
        blog: blogOf(9_000 + state.posted.length, { blogId, text, user: { identifier: 'alice' } as Blog['user'] }),
      };
    },
    async edit(request: { blogId: string; pictures?: { list: object[] } }) {
      check();
      state.pictures = request.pictures?.list ?? [];
      return { blog: state.blogs.find(({ blogId }) => blogId === request.blogId) };
    },
    async like() {
      check();
      return { likes: 7 };
    },
    async followBlog() {
      check();
      return {};
    },
  };
  const file = {
    async uploadPicture({ picture }: { picture: Uint8Array }) {
      check();
      state.uploaded.push(picture[0]!);
      if (picture[0] === 66) state.refuse = 'NO_RESPONSE';
      return { path: `/chat/pictures/${picture[0]}` };
    },
  };
  const retrier = createRetrier({ clock, connected: () => true });
  const moments = createMoments({
    db,
    api: { circle, file } as unknown as Api,
    me: { identifier: 'alice', deviceId: 'a1' },
    now: () => clock.now(),
    retrier,
  });
  const row = async (feed: 'everybody' | 'following' = 'everybody') => (await getIdentityRow(db, 'moments:', feed))!;
  const times = async () => (await row()).list.map(({ time }) => time);
  const waiting = (blogId: string) => getIdentityRow(db, 'momentToPost:', blogId);
  return { db, clock, state, run: moments.run, flush: moments.flush, row, times, waiting };
}

const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => from - n);

test('R135 a feed is stored page after page, and what is new joins what is stored', async () => {
  const { run, state, times, row } = start(70);
  await run({ what: 'refresh', feed: 'everybody' });
  await run({ what: 'older', feed: 'everybody' });
  expect(await times()).toEqual(range(70, 31));
  // Five new ones, one that was removed, one that was changed.
  state.blogs = [
    ...range(75, 71).map((time) => blogOf(time)),
    ...state.blogs
      .filter(({ time }) => time !== 68)
      .map((blog) => (blog.time === 69 ? { ...blog, text: 'new' } : blog)),
  ];
  await run({ what: 'refresh', feed: 'everybody' });
  expect(await times()).toEqual(range(75, 31).filter((time) => time !== 68));
  expect((await row()).list.find(({ time }) => time === 69)!.text).toBe('new');
  await run({ what: 'older', feed: 'everybody' });
  await run({ what: 'older', feed: 'everybody' });
  await run({ what: 'older', feed: 'everybody' });
  expect(await times()).toEqual(range(75, 1).filter((time) => time !== 68));
  expect((await row()).next).toBe('');
  // Too much came meanwhile to be joined: what is stored begins anew, without a hole.
  state.blogs = [...range(200, 76).map((time) => blogOf(time)), ...state.blogs];
  await run({ what: 'refresh', feed: 'everybody' });
  expect(await times()).toEqual(range(200, 141));
});

test('a like and a follow are on screen at once, and taken back when they fail', async () => {
  const { run, state, row } = start(2);
  await run({ what: 'refresh', feed: 'everybody' });
  await run({ what: 'like', blogId: 'b2', liked: true });
  expect((await row()).list[0]).toMatchObject({ liked: true, likes: 7 });
  await run({ what: 'follow', identifier: 'bob', follow: true });
  expect((await row()).list.every(({ following }) => following)).toBe(true);
  const before = (await row()).list;
  state.refuse = 'NO_AUTH';
  await expect(run({ what: 'like', blogId: 'b2', liked: false })).rejects.toThrow('NO_AUTH');
  await expect(run({ what: 'follow', identifier: 'bob', follow: false })).rejects.toThrow('NO_AUTH');
  expect((await row()).list).toEqual(before);
});

test('what is written offline waits, goes in order once, and stands in the feed; what is refused says why', async () => {
  const { run, state, clock, row, waiting, flush } = start(2);
  await run({ what: 'refresh', feed: 'everybody' });
  const written = { visibility: 'everyone' as const, spaceId: '' };
  state.refuse = 'NO_RESPONSE';
  await run({ what: 'post', blogId: 'x', text: 'first', ...written });
  await clock.advance(1);
  await run({ what: 'post', blogId: 'y', text: 'second', ...written });
  await run({ what: 'post', blogId: 'y', text: 'repeated', ...written });
  await settle();
  expect([(await waiting('x'))?.error, (await waiting('y'))?.text]).toEqual(['', 'second']);
  state.refuse = '';
  flush();
  await eventually('the posts', async () => (await row()).list.length === 4);
  expect(state.posted).toEqual(['first', 'second']);
  expect((await row()).list.map(({ text }) => text)).toEqual(['second', 'first', 'at 2', 'at 1']);
  expect([await waiting('x'), await waiting('y')]).toEqual([undefined, undefined]);

  state.refuse = 'NO_AUTH';
  await run({ what: 'post', blogId: 'z', text: 'third', ...written });
  await eventually('the refusal', async () => (await waiting('z'))?.error === 'NO_AUTH');
  flush();
  await settle();
  expect((await waiting('z'))?.error).toBe('NO_AUTH');
  state.refuse = '';
  await run({ what: 'retry', blogId: 'z' });
  await eventually('the third', async () => (await waiting('z')) === undefined);
  expect(state.posted).toEqual(['first', 'second', 'third']);
});

test('pictures written offline are uploaded once each, then posted with the words; what is refused keeps them', async () => {
  const { run, state, waiting, flush, row } = start(1);
  await run({ what: 'refresh', feed: 'everybody' });
  const picture = (n: number, alt = '') => ({ file: Uint8Array.of(n), path: '', alt, width: 4, height: 3 });
  const moment = { text: 'look', visibility: 'everyone' as const, spaceId: '' };
  state.refuse = 'NO_RESPONSE';
  await run({
    what: 'postPictures',
    blogId: 'p',
    ...moment,
    pictures: [picture(1, 'a hill'), picture(66), picture(3)],
  });
  await settle();
  expect(state.uploaded).toEqual([]);
  state.refuse = '';
  flush(); // the connection breaks after the second
  await eventually('two uploads', async () => state.uploaded.length === 2 && state.refuse !== '');
  await settle();
  expect((await waiting('p'))!.pictures!.map(({ path }) => path)).toEqual([
    '/chat/pictures/1',
    '/chat/pictures/66',
    '',
  ]);
  expect(state.posted).toEqual([]);
  state.refuse = '';
  flush();
  await eventually('the post', async () => (await row()).list.length === 2);
  expect(state.uploaded).toEqual([1, 66, 3]);
  expect(state.pictures).toEqual([
    { path: '/chat/pictures/1', alt: 'a hill', width: 4, height: 3 },
    { path: '/chat/pictures/66', alt: '', width: 4, height: 3 },
    { path: '/chat/pictures/3', alt: '', width: 4, height: 3 },
  ]);

  state.refuse = 'PICTURE_BROKEN';
  await run({ what: 'postPictures', blogId: 'q', ...moment, pictures: [picture(9)] });
  await eventually('the refusal', async () => (await waiting('q'))?.error === 'PICTURE_BROKEN');
  expect((await waiting('q'))!.pictures).toHaveLength(1);
});

test('R133 the pictures of a draft are kept for each box, and go with its text when it is saved to be posted', async () => {
  const { db, run, state, waiting } = start(1);
  const picture = (n: number) => ({ file: Uint8Array.of(n), path: '', alt: '', width: 4, height: 3 });
  const kept = async (spaceId = '') => (await readDraftPictures(db, spaceId)).map(({ file }) => file[0]);
  state.refuse = 'NO_RESPONSE';
  await run({ what: 'keepPictures', spaceId: '', pictures: [picture(1), picture(2)] });
  await run({ what: 'keepPictures', spaceId: 's1', pictures: [picture(3)] });
  expect([await kept(), await kept('s1')]).toEqual([[1, 2], [3]]);
  await db.drafts.put({ conversationId: momentDraftId(''), text: 'a hill', savedAt: 1 });
  const moment = { text: 'a hill', visibility: 'everyone' as const, spaceId: '' };
  await run({ what: 'postPictures', blogId: 'p', ...moment, draftOf: '', pictures: [picture(1)] });
  expect([await kept(), await kept('s1'), await db.drafts.count()]).toEqual([[], [3], 0]);
  expect((await waiting('p'))!.pictures).toHaveLength(1);
  await run({ what: 'keepPictures', spaceId: 's1', pictures: [] });
  expect(await db.identity.where('key').startsWith('momentDraft:').count()).toBe(0);
});

test('an edit without pictures leaves them as they are; with them it changes what they are described as', async () => {
  const { run, state } = start(1);
  const moment = { blogId: 'b1', text: 'new', visibility: 'everyone' as const, spaceId: '' };
  await run({ what: 'edit', ...moment });
  expect(state.pictures).toEqual([]);
  const picture = { path: '/chat/pictures/1', alt: 'a hill', width: 4, height: 3 };
  await run({ what: 'editPictures', ...moment, pictures: [picture] });
  expect(state.pictures).toEqual([picture]);
});
