import { expect, test } from 'vitest';
import type { ChatNotification, WorkerMessage } from './messages.ts';
import { createNotifications, parseNotification } from './notifications.ts';

const notice = (more: Partial<ChatNotification> = {}): ChatNotification => ({
  conversation: 'c1',
  path: '/channels/me/c1',
  seq: 7,
  title: 'Bob',
  body: 'New message',
  count: 1,
  ...more,
});

interface FakePage {
  focused?: boolean;
  answer?: unknown;
}

/** A worker without a browser: what it shows, says and opens. */
function world(...pages: FakePage[]) {
  const standing = new Map<
    string,
    { title: string; body?: string | undefined; silent?: boolean | null | undefined; data: unknown; actions: string[] }
  >();
  const [asked, sent, openedPaths, held, badges] = [
    [] as WorkerMessage[],
    [] as unknown[],
    [] as string[],
    [] as string[],
    [] as number[],
  ];
  const notes = new Map<string, unknown>([['words', { answer: 'Reply', markRead: 'Mark as read' }]]);
  let shows = 0;
  const clients = pages.map(({ focused = false, answer }) => ({
    focused,
    visibilityState: focused ? 'visible' : 'hidden',
    postMessage: (message: unknown) => sent.push(message),
    focus: async () => undefined,
    answer,
  }));
  const notices = createNotifications({
    pages: async () => clients as unknown as Awaited<ReturnType<Parameters<typeof createNotifications>[0]['pages']>>,
    registration: {
      async showNotification(title, options) {
        shows += 1;
        const { tag, body, silent, data } = options!;
        const { actions } = options as { actions: { action: string }[] };
        standing.set(tag!, { title, body, silent, data, actions: (actions ?? []).map(({ action }) => action) });
      },
      getNotifications: async ({ tag }: GetNotificationOptions = {}) =>
        [...standing]
          .filter(([of]) => !tag || of === tag)
          .map(([of, { data }]) => ({ data, close: () => standing.delete(of) }) as unknown as Notification),
    },
    async ask(page, message) {
      asked.push(message);
      return (page as unknown as FakePage).answer;
    },
    openPage: async (path) => openedPaths.push(path),
    storeReply: async (words) => void held.push(words),
    read: async (name) => notes.get(name),
    write: async (name, value) => void notes.set(name, value),
    badge: async (count) => void badges.push(count),
  });
  const push = (one: ChatNotification, badge = 3) => {
    const { title, body, ...data } = one;
    return notices.push(JSON.stringify({ web_push: 8030, notification: { title, body, app_badge: badge, data } }));
  };
  return { notices, push, standing, asked, sent, openedPaths, held, badges, shows: () => shows };
}

test('R140 a push with no page open is shown by the words it brings, once for each message of a chat', async () => {
  const { push, standing, badges, shows } = world();
  await Promise.all([push(notice()), push(notice())]);
  await push(notice({ seq: 6 })); // late: the one after it stands already
  expect([...standing.values()]).toMatchObject([
    { title: 'Bob', body: 'New message', actions: ['answer'], silent: false },
  ]);
  expect(shows()).toBe(1);
  expect(badges).toEqual([3, 3, 3]);
  await push(notice({ seq: 8, count: 2 }));
  expect([...standing.values()]).toMatchObject([{ title: 'Bob (2)' }]);
});

test('R140 R141 an open page says what is shown, or that nothing is; one in front shows it by itself', async () => {
  const told = world({ answer: notice({ body: 'Opened words' }) });
  await told.push(notice());
  expect([...told.standing.values()]).toMatchObject([
    { body: 'Opened words', actions: ['answer', 'markRead'], silent: true },
  ]);
  await told.notices.notify(notice({ body: 'Opened words' }));
  expect(told.shows()).toBe(1);

  const read = world({ answer: null }, { answer: notice() });
  await read.push(notice());
  expect(read.standing.size).toBe(0);

  const silent = world({ answer: undefined });
  await silent.push(notice());
  expect([...silent.standing.values()]).toMatchObject([{ body: 'New message' }]);

  const front = world({ focused: true });
  await front.push(notice());
  await front.notices.notify(notice());
  expect([front.standing.size, front.asked]).toEqual([0, []]);
});

test('R140 read elsewhere it is closed, and a newer one stays', async () => {
  const { notices, push, standing } = world();
  await push(notice());
  await notices.push(JSON.stringify({ close: { conversation: 'c1', seq: 6, app_badge: 0 } }));
  expect(standing.size).toBe(1);
  await notices.push(JSON.stringify({ close: { conversation: 'c1', seq: 7, app_badge: 0 } }));
  expect(standing.size).toBe(0);
});

test('pressed, it leads to its chat; an answer is sent by an open page, or kept for the composer', async () => {
  const closed = world();
  await closed.notices.handleClick(notice(), '', '');
  await closed.notices.handleClick(notice(), 'answer', ' On my way ');
  expect([closed.openedPaths, closed.held]).toEqual([['/channels/me/c1', '/share?to=c1'], ['On my way']]);

  const open = world({ answer: true });
  await open.notices.handleClick(notice(), 'answer', 'On my way');
  await open.notices.handleClick(notice(), 'markRead', '');
  expect(open.asked).toMatchObject([
    { kind: 'answer', words: 'On my way' },
    { kind: 'markRead', seq: 7 },
  ]);
  await open.notices.handleClick(notice(), '', '');
  expect(open.sent).toEqual([{ kind: 'open', path: '/channels/me/c1' }]);
});

test.each([
  { path: 'https://elsewhere.example/' },
  { path: '//elsewhere.example/' },
  { path: '/\\elsewhere.example' },
  { seq: -1 },
  { title: 'x'.repeat(5_000) },
  { conversation: 7 as unknown as string },
])('a gateway that lies leads nowhere else: %o', async (lie) => {
  expect(parseNotification(notice(lie))).toBeNull();
  const { notices, push, standing, openedPaths } = world();
  await push(notice(lie));
  await notices.handleClick({ ...notice(), ...lie, ...(lie.path ? {} : { path: undefined }) }, '', '');
  expect([standing.size, openedPaths]).toEqual([0, []]);
});

test('signed out, nothing stays of what was shown', async () => {
  const { notices, push, standing, badges } = world();
  await push(notice());
  await notices.clear();
  expect([standing.size, badges.at(-1)]).toEqual([0, 0]);
  await push(notice());
  expect(standing.size).toBe(1);
});

test('R137 a prize is shown without the buttons of a chat and opens its campaign; not while the app is in front', async () => {
  const text = (path: string) =>
    JSON.stringify({ notification: { title: 'Spring', body: 'You won', tag: 'campaign c', data: { path } } });
  const { notices, standing, openedPaths } = world();
  await notices.push(text('/airdrop/c/info'));
  expect([...standing]).toMatchObject([['campaign c', { title: 'Spring', body: 'You won', actions: [] }]]);
  await notices.handleClick(standing.get('campaign c')!.data, '', '');
  expect(openedPaths).toEqual(['/airdrop/c/info']);
  for (const [path, pages] of [
    ['//elsewhere.example', []],
    ['/airdrop/c/info', [{ focused: true }]],
  ] as const) {
    const other = world(...pages);
    await other.notices.push(text(path));
    expect(other.standing.size).toBe(0);
  }
});

test('R251 a notification of somebody who waits opens its page, and a push closes it once somebody has answered', async () => {
  const closed = world();
  const data = { path: '/ai/agent', seq: 1_000 };
  const notification = { title: 'Amber', body: 'Somebody is waiting', tag: 'waiting c1', data };
  await closed.notices.push(JSON.stringify({ web_push: 8030, notification }));
  expect([...closed.standing.values()]).toMatchObject([{ body: 'Somebody is waiting', data }]);
  await closed.notices.push(JSON.stringify({ close: { conversation: 'waiting c1', seq: 999, app_badge: 0 } }));
  expect(closed.standing.size).toBe(1);
  await closed.notices.push(JSON.stringify({ close: { conversation: 'waiting c1', seq: 1_000, app_badge: 0 } }));
  expect(closed.standing.size).toBe(0);
});

test('R142 a call that was missed replaces its ring, leads to its chat, and is closed where it was answered', async () => {
  const { notices, standing, openedPaths, shows } = world();
  const call = (body: string, seq: number, rings: boolean) =>
    notices.push(
      JSON.stringify({
        notification: {
          title: 'Bob',
          body,
          tag: 'call c1',
          data: { path: '/channels/me/c1', seq, call: { conversation: 'c1', seq: 5, rings } },
        },
      }),
    );
  await call('Incoming call', 100, true);
  await call('Missed call', 101, false);
  const data = { path: '/channels/me/c1', seq: 101, call: { conversation: 'c1', seq: 5 } };
  expect([...standing.values()]).toMatchObject([{ title: 'Bob', body: 'Missed call', data }]);
  expect(shows()).toBe(2);
  await notices.handleClick(data, '', '');
  expect(openedPaths).toEqual(['/channels/me/c1']);
  await call('Incoming call', 200, true);
  await notices.push(JSON.stringify({ close: { conversation: 'call c1', seq: 200, app_badge: 0 } }));
  expect(standing.size).toBe(0);
});

test('R142 a page in front shows a call by itself; what stood before it is closed', async () => {
  const { notices, standing } = world({ focused: true });
  standing.set('call c1', { title: 'Bob', data: { seq: 100 }, actions: [] });
  const data = { path: '/channels/me/c1', seq: 101, call: { conversation: 'c1', seq: 5, rings: false } };
  await notices.push(JSON.stringify({ notification: { title: 'Bob', body: 'Missed call', tag: 'call c1', data } }));
  expect(standing.size).toBe(0);
});
