import { Fault } from '@amber/proto/faults';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Channel, createPageBus, type EngineState, type FromEngine, type PageBus, type ToEngine } from './bus.ts';

type Message = ToEngine | FromEngine;

/** A BroadcastChannel within this process: what one end says, all the others hear. */
function createStream() {
  const ends = new Set<(event: { data: Message }) => void>();
  const open = (): Channel => {
    let own: ((event: { data: Message }) => void) | undefined;
    return {
      postMessage: (message) =>
        [...ends].filter((end) => end !== own).forEach((end) => end({ data: structuredClone(message) })),
      addEventListener(_, listener) {
        own = listener;
        ends.add(listener);
      },
      close: () => void (own && ends.delete(own)),
    };
  };
  return { open };
}

const signedOut: EngineState = { session: null, connection: { status: 'closed', gaveUp: false } };
const alice: EngineState = {
  session: { identifier: 'alice', avatar: 'a', lastName: 'Alice', deviceId: 'd1', newDevice: false },
  connection: { status: 'open', gaveUp: false },
};

const closing: PageBus[] = [];

/** Pages, and an engine's end that is played by the test. */
function setUp({ build = 1 } = {}) {
  const stream = createStream();
  const engine = stream.open();
  const heard: ToEngine[] = [];
  engine.addEventListener('message', ({ data }) => heard.push(data as ToEngine));
  const calls = () => heard.filter((message) => message.kind === 'call');
  const starts = vi.fn();
  const reload = vi.fn();
  const page = () => {
    const bus = createPageBus({ channel: stream.open(), build, startEngine: starts, onProtocolMismatch: reload });
    closing.push(bus);
    return bus;
  };
  const self = (id: string, protocol = 1) => ({ engine: id, build, protocol, state: signedOut });
  return {
    page,
    starts,
    reload,
    heard,
    calls,
    say: (message: FromEngine) => engine.postMessage(message),
    hello: (id: string) => engine.postMessage({ kind: 'hello', ...self(id) }),
    pong: (id: string, protocol?: number) => engine.postMessage({ kind: 'pong', ...self(id, protocol) }),
    answer(value: unknown, to = calls().at(-1)!) {
      engine.postMessage({ kind: 'answer', page: to.page, call: to.call, value });
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  closing.splice(0).forEach((bus) => bus.close());
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

describe('R178 calls', () => {
  it('R178 a call reaches the engine once and its answer comes back', async () => {
    const { page, hello, calls, answer } = setUp();
    const bus = page();
    hello('e1');
    const asked = bus.call('openPrivateChat', { identifier: 'bob' });
    expect(calls()).toMatchObject([{ name: 'openPrivateChat', request: { identifier: 'bob' } }]);
    answer({ conversationId: 'c1' });
    await expect(asked).resolves.toEqual({ conversationId: 'c1' });
  });

  it('R178 a call made before any engine was heard waits for its hello', () => {
    const { page, hello, calls } = setUp();
    void page().call('reconnect', {});
    expect(calls()).toHaveLength(0);
    hello('e1');
    expect(calls()).toHaveLength(1);
  });

  it('R178 an answer goes to the page that asked, and only there', async () => {
    const { page, hello, calls, answer } = setUp();
    const [first, second] = [page(), page()];
    hello('e1');
    const one = first.call('api', { call: 'a.one', request: {} });
    const two = second.call('api', { call: 'a.two', request: {} });
    const [toOne, toTwo] = calls();
    answer('two', toTwo);
    answer('one', toOne);
    expect(await Promise.all([one, two])).toEqual(['one', 'two']);
  });

  it('R161 R229 a fault arrives as a Fault, with its code, message, data and the id of its request', async () => {
    const { page, hello, calls, say } = setUp();
    const bus = page();
    hello('e1');
    const asked = bus.call('signIn', { phone: '1', code: '2' });
    const { page: to, call } = calls()[0]!;
    say({
      kind: 'fault',
      page: to,
      call,
      fault: new Fault('100004', { data: Uint8Array.of(1), request: '0123456789abcdef' }).toPlain(),
    });
    const fault = await asked.catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({
      code: '100004',
      message: '100004',
      field: 'code',
      data: Uint8Array.of(1),
      request: '0123456789abcdef',
    });
  });

  it('R174 unanswered calls are repeated for a new engine, and only for a new one', async () => {
    const { page, hello, pong, calls, answer } = setUp();
    const bus = page();
    hello('e1');
    const lost = bus.call('discard', { id: 'm1' });
    const answered = bus.call('discard', { id: 'm2' });
    answer(undefined, calls()[1]);
    await answered;
    pong('e1');
    hello('e1');
    expect(calls()).toHaveLength(2);
    hello('e2');
    expect(calls()).toHaveLength(3);
    expect(calls()[2]).toEqual(calls()[0]);
    answer(undefined);
    await expect(lost).resolves.toBeUndefined();
  });
});

describe('R178 an engine that goes', () => {
  it('R178 a page pings every second with its build; silence of 3 s starts the engine again', () => {
    const { page, starts, pong, heard } = setUp({ build: 7 });
    page();
    expect(starts).toHaveBeenCalledTimes(1);
    for (let second = 0; second < 10; second += 1) {
      pong('e1');
      vi.advanceTimersByTime(1_000);
    }
    expect(starts).toHaveBeenCalledTimes(1);
    expect(heard.filter((message) => message.kind === 'ping' && message.build === 7)).toHaveLength(11);
    vi.advanceTimersByTime(2_000);
    expect(starts).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(starts).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(3_000);
    expect(starts).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(1_000);
    expect(starts).toHaveBeenCalledTimes(3);
  });

  it('R178 its goodbye starts the next at once, and calls wait for that one', () => {
    const { page, starts, say, hello, calls } = setUp();
    const bus = page();
    hello('e1');
    say({ kind: 'bye', engine: 'e1' });
    expect(starts).toHaveBeenCalledTimes(2);
    // The worker may have been joined while it ended.
    vi.advanceTimersByTime(1_000);
    expect(starts).toHaveBeenCalledTimes(3);
    void bus.call('reconnect', {});
    expect(calls()).toHaveLength(0);
    hello('e2');
    expect(calls()).toHaveLength(1);
  });

  it('R178 the goodbye of an older engine starts the next also for a page that it never answered', () => {
    const { page, starts, say } = setUp();
    page();
    say({ kind: 'bye', engine: 'old' });
    expect(starts).toHaveBeenCalledTimes(2);
  });

  it('R178 the goodbye of an engine that has been replaced changes nothing', () => {
    const { page, starts, say, hello } = setUp();
    page();
    hello('e2');
    say({ kind: 'bye', engine: 'e1' });
    expect(starts).toHaveBeenCalledTimes(1);
  });

  it('R178 an engine of a later protocol asks for a reload, an equal one does not', () => {
    const { page, reload, pong } = setUp();
    page();
    pong('e1');
    expect(reload).not.toHaveBeenCalled();
    pong('e2', 2);
    expect(reload).toHaveBeenCalled();
  });
});

it('R35 R178 state and news reach every page', () => {
  const { page, say, hello } = setUp();
  const pages = [page(), page()];
  const news: unknown[] = [];
  pages.forEach((bus) => bus.events$.subscribe((event) => news.push(event)));
  expect(pages.map((bus) => bus.state$.value)).toEqual([null, null]);
  hello('e1');
  expect(pages.map((bus) => bus.state$.value)).toEqual([signedOut, signedOut]);
  say({ kind: 'state', engine: 'e1', state: alice });
  say({ kind: 'event', engine: 'e1', event: { type: 'toast', tone: 'info', text: 'hi' } });
  expect(pages.map((bus) => bus.state$.value)).toEqual([alice, alice]);
  expect(news).toEqual([
    { type: 'toast', tone: 'info', text: 'hi' },
    { type: 'toast', tone: 'info', text: 'hi' },
  ]);
});

it('R178 a message that no build of ours knows is passed over', () => {
  const { page, say, hello } = setUp();
  const bus = page();
  hello('e1');
  say({ kind: 'constructor' } as never);
  say({ kind: 'something new' } as never);
  expect(bus.state$.value).toEqual(signedOut);
});
