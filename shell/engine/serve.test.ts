import {
  type Channel,
  createPageBus,
  type EngineCalls,
  type EngineEvent,
  type EngineState,
  type PageBus,
} from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import { BehaviorSubject, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from './engine.ts';
import { serve } from './serve.ts';
import { createChannelHub } from './testing/channelHub.ts';

const closedState: EngineState = { session: null, connection: { status: 'closed', gaveUp: false } };
const pages: PageBus[] = [];

/** An engine with the calls that the test supplies. */
function fakeEngine(calls: Partial<EngineCalls> = {}, close: () => Promise<void> = async () => {}) {
  const state$ = new BehaviorSubject(closedState);
  const events$ = new Subject<EngineEvent>();
  const engine: Engine = { calls: calls as EngineCalls, state$, events$, outdated: new Promise(() => {}), close };
  return { engine, state$, events$ };
}

function page(channel: Channel, build: number, startEngine = () => {}): PageBus {
  pages.push(createPageBus({ channel, build, startEngine }));
  return pages.at(-1)!;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  pages.splice(0).forEach((bus) => bus.close());
  vi.useRealTimers();
});

describe('R178 an engine serves every page', () => {
  it('R178 two pages call it, and each gets its own answer', async () => {
    const air = createChannelHub();
    const { engine } = fakeEngine({
      openPrivateChat: async ({ identifier }) => ({ conversationId: `with ${identifier}` }),
    });
    const [first, second] = [page(air.open(), 1), page(air.open(), 1)];
    void serve({ channel: air.open(), engine, build: 1 });
    expect(
      await Promise.all([
        first.call('openPrivateChat', { identifier: 'a' }),
        second.call('openPrivateChat', { identifier: 'b' }),
      ]),
    ).toEqual([{ conversationId: 'with a' }, { conversationId: 'with b' }]);
  });

  it('R178 a page that comes later hears its state with the first ping', () => {
    const air = createChannelHub();
    const { engine, state$, events$ } = fakeEngine();
    void serve({ channel: air.open(), engine, build: 1 });
    state$.next({ ...closedState, connection: { status: 'open', gaveUp: false } });
    const late = page(air.open(), 1);
    expect(late.state$.value?.connection.status).toBe('open');
    const news: EngineEvent[] = [];
    late.events$.subscribe((event) => news.push(event));
    events$.next({ type: 'registryChanged', revision: 2 });
    expect(news).toEqual([{ type: 'registryChanged', revision: 2 }]);
  });

  it.each([
    [
      'a Fault as it is',
      () => {
        throw new Fault('100004');
      },
      '100004',
    ],
    [
      'anything else as UNKNOWN',
      () => {
        throw new TypeError('oops');
      },
      'UNKNOWN',
    ],
  ])('R161 what fails reaches the page: %s', async (_, signIn, code) => {
    const air = createChannelHub();
    void serve({ channel: air.open(), engine: fakeEngine({ signIn: async () => signIn() }).engine, build: 1 });
    const bus = page(air.open(), 1);
    await expect(bus.call('signIn', { phone: '', code: '' })).rejects.toMatchObject({ code });
    await expect(bus.call('nothing' as 'signIn', { phone: '', code: '' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});

it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
  'what every object has is no call: %s',
  async (name) => {
    const air = createChannelHub();
    void serve({ channel: air.open(), engine: fakeEngine({ signIn: async () => {} }).engine, build: 1 });
    await expect(page(air.open(), 1).call(name as 'signIn', { phone: '', code: '' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  },
);

describe('R178 a newer build takes over', () => {
  it('R150 R178 an engine whose database is needed by a newer version leaves', async () => {
    const air = createChannelHub();
    const close = vi.fn(async () => {});
    const outdated = Promise.withResolvers<void>();
    const served = serve({
      channel: air.open(),
      engine: { ...fakeEngine({}, close).engine, outdated: outdated.promise },
      build: 1,
    });
    outdated.resolve();
    (await served).bye();
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('R178 its own build and an older one leave the engine as it is', () => {
    const air = createChannelHub();
    const close = vi.fn(async () => {});
    void serve({ channel: air.open(), engine: fakeEngine({}, close).engine, build: 2 });
    page(air.open(), 2);
    page(air.open(), 1);
    vi.advanceTimersByTime(2_000);
    expect(close).not.toHaveBeenCalled();
  });

  it('R174 R178 the old engine finishes, says goodbye, and what it did not answer goes to the next', async () => {
    const air = createChannelHub();
    const finished = Promise.withResolvers<void>();
    const cut = Promise.withResolvers<void>();
    const oldSend = vi.fn(() => cut.promise);
    const old = fakeEngine({ send: oldSend }, () => finished.promise);
    const served = serve({ channel: air.open(), engine: old.engine, build: 1 });
    const starts = vi.fn();
    const oldPage = page(air.open(), 1, starts);
    const message = { id: 'm1', conversationId: 'c1', type: 'text' as const, body: {} };
    const whileOld = oldPage.call('send', message);
    const newPage = page(air.open(), 2, starts);
    // Both pages call while it shuts down; failures caused by the shutdown are not answers.
    const meanwhile = newPage.call('discard', { id: 'm2' });
    const alsoMeanwhile = oldPage.call('discard', { id: 'm3' });
    cut.reject(new Error('database closed'));
    await vi.advanceTimersByTimeAsync(0);
    expect(starts).toHaveBeenCalledTimes(2);

    finished.resolve();
    (await served).bye();
    expect(starts).toHaveBeenCalledTimes(4);

    const [send, discard] = [vi.fn(async () => {}), vi.fn(async () => {})];
    void serve({ channel: air.open(), engine: fakeEngine({ send, discard }).engine, build: 2 });
    await Promise.all([whileOld, meanwhile, alsoMeanwhile]);
    expect(oldSend).toHaveBeenCalledTimes(1);
    expect(send.mock.calls).toEqual([[message]]);
    expect(discard.mock.calls).toEqual(expect.arrayContaining([[{ id: 'm2' }], [{ id: 'm3' }]]));
    expect(discard).toHaveBeenCalledTimes(2);
  });
});
