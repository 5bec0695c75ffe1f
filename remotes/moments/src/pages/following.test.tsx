import { fakeHost } from '@amber/client/testing';
import { expect, test } from 'vitest';
import remote from '../remote.tsx';

const me = 'abcdefghijklmnop';
const post = (identifier: string, text: string) => ({
  blogId: text,
  text,
  time: Date.now(),
  visibility: 'everyone',
  spaceId: '',
  spaceName: '',
  editedAt: 0,
  likes: 0,
  comments: 0,
  liked: false,
  following: false,
  pictures: [],
  user: { identifier, avatar: '', lastName: identifier === me ? 'Me' : 'Olga' },
});

/** The feed Following of somebody who follows so many, with these posts in it. */
async function following(follows: number, list: ReturnType<typeof post>[]) {
  const host = await fakeHost({
    session: { identifier: me },
    engine: { moments: async () => undefined },
    api: { circle: { getUserInfo: async () => ({ follows }) } },
    rows: { identity: [{ key: 'moments:following', list, next: '', askedAt: 1 }] },
  });
  return { host, screen: await host.open(remote.Routes, '/moments?feed=following') };
}

test('R134 R135 who follows nobody is told so above the posts of their own, and led to people', async () => {
  for (const own of [[], [post(me, 'Mine alone')]]) {
    const { screen } = await following(0, own);
    await screen.waitForText(own.length > 0 ? /not following anyone yet.*Mine alone/ : /not following anyone yet/);
    expect(screen.element.querySelector('a[href="/contacts/new"]')?.textContent).toBe('Find people');
    expect(screen.text()).not.toContain('Nothing here yet');
  }
});

test('R135 Following says nothing of nobody to those who follow somebody', async () => {
  const quiet = await following(2, []);
  await quiet.screen.waitForText(/Nothing here yet/);
  const { host, screen } = await following(2, [post('qrstuvwxyzabcdef', 'By Olga'), post(me, 'Mine')]);
  await screen.waitForText(/By Olga.*Mine/);
  expect(screen.text()).not.toContain('not following anyone yet');
  expect(host.calls.filter(([call]) => call === 'circle.getUserInfo')).toEqual([]);
});
