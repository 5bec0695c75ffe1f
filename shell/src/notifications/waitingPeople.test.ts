import type { AgentChat } from '@amber/proto';
import { fakeHost, type FakeHostOptions } from '@amber/client/testing';
import { events$ } from '@amber/client/hostEngine';
import { Fault } from '@amber/proto/faults';
import { afterEach, expect, test, vi } from 'vitest';
import { badgeOf, waitingCount$ } from '../frame/navigation/badges.ts';
import { changeAlertSettings } from '../kit/alertSettings.ts';

const playSound = vi.fn(async (_id: string) => {});
vi.mock('./arrivalSound.ts', () => ({ playSound }));
const { watchWaitingPeople } = await import('./waitingPeople.ts');

const chat = (change: Partial<AgentChat> = {}): AgentChat => ({
  conversationId: 'c1',
  aiBotId: 'b',
  botName: 'Shop',
  askedAt: 1,
  mine: false,
  person: { identifier: 'v', lastName: 'Vera', avatar: '' } as AgentChat['person'],
  ...change,
});

let stop = () => {};
afterEach(() => {
  stop();
  vi.useRealTimers();
  playSound.mockClear();
});

/** An agent's page, and what changes in the queue. */
async function agent({ rows = {} }: Pick<FakeHostOptions, 'rows'> = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
  let list: AgentChat[] = [];
  let fault: Fault | null = null;
  const host = await fakeHost({
    rows,
    api: {
      aiBot: {
        agentQueue: async () => {
          if (fault) throw fault;
          return { serves: true, list };
        },
      },
    },
  });
  const toasts: unknown[] = [];
  const subscription = events$.subscribe((event) => event.type === 'toast' && toasts.push(event));
  /** Lets answers arrive and rows be read, which the faked clock does not reach. */
  const settle = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  await host.setConnection('open');
  const unwatch = watchWaitingPeople();
  stop = () => {
    unwatch();
    subscription.unsubscribe();
  };
  await vi.advanceTimersByTimeAsync(0);
  return {
    host,
    toasts,
    /** The gateway's next answers fail. */
    fail(next: Fault | null) {
      fault = next;
    },
    async change(...next: AgentChat[]) {
      list = next;
      host.emit({ type: 'featureNews', feature: 'ai', body: '' });
      await settle(2_000);
    },
    settle,
  };
}

test('R251 somebody who waits is counted, heard and shown with a link, once; and no longer when one has answered', async () => {
  const { toasts, change } = await agent();
  expect(waitingCount$.value).toBe(0);
  await change(chat());
  expect(waitingCount$.value).toBe(1);
  expect(toasts).toMatchObject([{ text: expect.stringContaining('Vera'), link: { to: '/ai/agent' } }]);
  expect(playSound.mock.calls).toEqual([['c1 1']]);
  await change(chat());
  expect(toasts).toHaveLength(1);
  // Taken on another device of mine, then by somebody else.
  await change(chat({ mine: true }));
  expect(waitingCount$.value).toBe(0);
  await change();
  await change(chat({ askedAt: 2 }));
  expect([waitingCount$.value, toasts.length]).toEqual([1, 2]);
});

test('R103 R251 who waits has the name that the agent has chosen', async () => {
  const { toasts, change } = await agent({ rows: { contacts: [{ identifier: 'v', remarkName: 'My Vera' }] } });
  await change(chat());
  expect(toasts).toMatchObject([{ text: expect.stringContaining('My Vera') }]);
});

test('R251 who waits is shown after a failed request as well, without another event', async () => {
  const { fail, toasts, change, settle } = await agent();
  fail(new Fault('UNAVAILABLE'));
  await change(chat());
  expect(toasts).toEqual([]);
  fail(null);
  await settle(10_000);
  expect([waitingCount$.value, toasts.length]).toEqual([1, 1]);
});

test('R251 a crowd of requests is asked for at most every two seconds; quiet hours stay silent', async () => {
  const { host, toasts, change } = await agent();
  changeAlertSettings({ quiet: true, quietFrom: 0, quietTo: 1_440 });
  const before = host.calls.length;
  for (let n = 0; n < 600; n += 1) host.emit({ type: 'featureNews', feature: 'ai', body: '' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(host.calls.length - before).toBeLessThanOrEqual(2);
  await change(chat());
  expect([waitingCount$.value, toasts.length, playSound.mock.calls.length]).toEqual([1, 1, 0]);
});

test('R251 the badge of the bots counts those who wait with the unread messages', async () => {
  await fakeHost({});
  const counts: number[] = [];
  const badge = badgeOf('ai', 'bots')!.subscribe((count) => counts.push(count));
  waitingCount$.next(2);
  await expect.poll(() => counts.at(-1)).toBe(2);
  waitingCount$.next(0);
  await expect.poll(() => counts.at(-1)).toBe(0);
  badge.unsubscribe();
});
