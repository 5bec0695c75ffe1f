import { encodeFrame } from '@amber/proto/frame';
import { Fault } from '@amber/proto/faults';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSocket, type Push, type Socket } from './socket.ts';
import { Clock, settle } from '../testing/clock.ts';
import { FakeSocket } from '../testing/fakeSocket.ts';

const opened: { socket: Socket; clock: Clock }[] = [];

function setUp() {
  const clock = new Clock();
  const sockets: FakeSocket[] = [];
  let token = 'old';
  const refresh = vi.fn(async () => {
    token = 'new';
  });
  const socket = createSocket({
    url: 'ws://gateway.test/gateway/socket',
    clock,
    refresh,
    credentials: () => ({ token, appId: 1, deviceId: 'd1', platform: 'web', id: `connection ${sockets.length}` }),
    openSocket(url) {
      expect(
        sockets.filter(({ readyState }) => readyState < 2),
        'never two live sockets',
      ).toEqual([]);
      sockets.push(new FakeSocket(url));
      return sockets.at(-1)!;
    },
  });
  opened.push({ socket, clock });
  const states: string[] = [];
  socket.connection$.subscribe(({ status }) => {
    if (states.at(-1) !== status) states.push(status);
  });
  const last = () => sockets.at(-1)!;
  return {
    socket,
    clock,
    sockets,
    states,
    refresh,
    last,
    /** Connects, and the gateway accepts. */
    async open() {
      if (!sockets.some(({ readyState }) => readyState < 2)) socket.connect();
      last().accept();
      last().answer('register', { time: 1 });
      await settle();
    },
  };
}

afterEach(() => {
  for (const { socket, clock } of opened.splice(0)) {
    socket.close();
    expect(clock.timers, 'timers left after close').toBe(0);
  }
});

describe('R34 R35 coming up', () => {
  it('R34 registers with token, app, device, platform and connection as soon as it is open', () => {
    const { socket, last } = setUp();
    socket.connect();
    expect([last().url, last().sent]).toEqual(['ws://gateway.test/gateway/socket', []]);
    last().accept();
    expect(last().requestsOf('register')).toEqual([
      { token: 'old', appId: 1, deviceId: 'd1', platform: 'web', id: 'connection 1' },
    ]);
  });

  it('R35 shows closed, connecting, open, closing, closed', async () => {
    const { socket, open, states } = setUp();
    await open();
    socket.close();
    expect(states).toEqual(['closed', 'connecting', 'open', 'closing', 'closed']);
  });

  it('R35 is open only when the gateway has accepted it', async () => {
    const { socket, last } = setUp();
    socket.connect();
    last().accept();
    await settle();
    expect(socket.connection$.value.status).toBe('connecting');
  });

  it('R18 a refused token is refreshed once and the next attempt registers with the new one', async () => {
    const { socket, clock, sockets, last, refresh } = setUp();
    socket.connect();
    last().accept();
    last().answer('register', {}, '1002');
    await clock.advance(3_000);
    last().accept();
    expect(refresh).toHaveBeenCalledTimes(1);
    expect(sockets).toHaveLength(2);
    expect(last().requestsOf('register')[0]!.token).toBe('new');
  });
});

describe('R36 R37 coming back', () => {
  it('R36 exactly three more attempts, 3000 ms apart, then it says so', async () => {
    const { socket, clock, sockets, last } = setUp();
    socket.connect();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      last().drop();
      await clock.advance(2_999);
      expect(sockets).toHaveLength(attempt);
      await clock.advance(1);
      expect(sockets).toHaveLength(attempt + 1);
    }
    expect(socket.connection$.value.gaveUp).toBe(false);
    last().drop();
    await clock.advance(29_999);
    expect(sockets).toHaveLength(4);
    expect(socket.connection$.value).toEqual({ status: 'closed', gaveUp: true });
  });

  /** The quick attempts are used up. */
  const giveUp = async ({ socket, clock, last }: ReturnType<typeof setUp>) => {
    socket.connect();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      last().drop();
      await clock.advance(attempt < 3 ? 3_000 : 0);
    }
  };

  it('R214 after that it tries once every 30 to 60 s, at moments of its own, and says that it is disconnected', async () => {
    const world = setUp();
    const { socket, clock, sockets, last } = world;
    await giveUp(world);
    const waits: number[] = [];
    for (let attempt = 5; attempt <= 16; attempt += 1) {
      const since = clock.now();
      while (sockets.length < attempt) await clock.advance(1_000);
      waits.push(clock.now() - since);
      expect(socket.connection$.value).toEqual({ status: 'connecting', gaveUp: true });
      last().drop();
      expect(socket.connection$.value).toEqual({ status: 'closed', gaveUp: true });
    }
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(30_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(61_000);
    expect(new Set(waits).size).toBeGreaterThan(5);
  });

  it('R214 a slow try that is accepted ends it all, and the next loss begins with quick ones', async () => {
    const world = setUp();
    const { socket, clock, sockets, last, open } = world;
    await giveUp(world);
    await clock.advance(60_000);
    expect(sockets).toHaveLength(5);
    await open();
    expect([sockets.length, socket.connection$.value]).toEqual([5, { status: 'open', gaveUp: false }]);
    last().drop();
    await clock.advance(3_000);
    expect([sockets.length, socket.connection$.value.gaveUp]).toEqual([6, false]);
  });

  it('R214 a device that wakes up does not wait for its next slow try', async () => {
    const world = setUp();
    const { clock, sockets } = world;
    await giveUp(world);
    const asleep = clock.now.bind(clock);
    clock.now = () => asleep() + 3_600_000;
    await clock.advance(10_000);
    expect(sockets).toHaveLength(5);
  });

  it('R36 the count starts again once it has been accepted, not when it merely connects', async () => {
    const { socket, clock, sockets, last, open } = setUp();
    socket.connect();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      last().drop();
      await clock.advance(3_000);
    }
    await open();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      last().drop();
      await clock.advance(3_000);
      last().accept();
    }
    expect(sockets).toHaveLength(6);
    last().drop();
    await clock.advance(29_999);
    expect(sockets).toHaveLength(6);
  });

  it('R37 after giving up, connecting starts a new cycle, also while a slow try is under way', async () => {
    const world = setUp();
    const { socket, clock, sockets, last, open } = world;
    await giveUp(world);
    await clock.advance(60_000);
    expect(sockets).toHaveLength(5);
    socket.connect();
    expect([sockets.length, socket.connection$.value]).toEqual([6, { status: 'connecting', gaveUp: false }]);
    last().drop();
    await clock.advance(3_000);
    await open();
    expect(sockets).toHaveLength(7);
    expect(socket.connection$.value).toEqual({ status: 'open', gaveUp: false });
  });

  it('R37 it has given up also when the last connection had to be closed from this side', async () => {
    const { socket, clock, last } = setUp();
    socket.connect();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      last().accept();
      last().receive(new Uint8Array(20));
      expect(socket.connection$.value.status).toBe('closed');
      await clock.advance(3_000);
    }
    expect(socket.connection$.value).toEqual({ status: 'closed', gaveUp: true });
  });

  it.each([1012, 1013])('R36 close code %i begins a new cycle, spread over 5 s', async (code) => {
    const { socket, clock, sockets, last } = setUp();
    socket.connect();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      const since = clock.now();
      last().drop(code);
      while (sockets.length === attempt) await clock.advance(250);
      waits.push(clock.now() - since);
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_250);
    expect(new Set(waits).size).toBeGreaterThan(3);
  });
});

describe('R38 the heartbeat', () => {
  it('R38 beats every 30 s while it is answered', async () => {
    const { clock, last, open, sockets } = setUp();
    await open();
    for (let beat = 1; beat <= 4; beat += 1) {
      await clock.advance(29_999);
      expect(last().requestsOf('heartbeat')).toHaveLength(beat - 1);
      await clock.advance(1);
      expect(last().requestsOf('heartbeat')).toHaveLength(beat);
      last().answer('heartbeat', { time: 1 });
    }
    expect(sockets).toHaveLength(1);
  });

  it('C7 R38 a black hole is noticed within 40 s, and the connection is made anew', async () => {
    const { socket, clock, sockets, states, open } = setUp();
    await open();
    await clock.advance(39_999);
    expect(socket.connection$.value.status).toBe('open');
    await clock.advance(1);
    expect(states.slice(-2)).toEqual(['closing', 'closed']);
    expect(sockets[0]!.readyState).toBe(3);
    await clock.advance(3_000);
    expect(sockets).toHaveLength(2);
    await open();
    expect(socket.connection$.value.status).toBe('open');
  });

  it('R46 a device that has slept says so with its next beat, once', async () => {
    const { socket, clock, last, open } = setUp();
    const woke = vi.fn();
    socket.wake$.subscribe(woke);
    await open();
    const beat = async () => {
      await clock.advance(30_000);
      last().answer('heartbeat', {});
      await settle();
    };
    await beat();
    expect(woke).not.toHaveBeenCalled();
    // Timers stop while a device sleeps, its clock does not.
    const asleep = clock.now.bind(clock);
    clock.now = () => asleep() + 3_600_000;
    await beat();
    await beat();
    expect(woke).toHaveBeenCalledTimes(1);
    expect(socket.connection$.value.status).toBe('open');
  });

  it('C7 R38 a network that never lets it connect is noticed within 40 s too', async () => {
    const { socket, clock, sockets } = setUp();
    socket.connect();
    await clock.advance(43_000);
    expect(sockets).toHaveLength(2);
  });
});

describe('R39 R40 requests', () => {
  it('R39 no answer for 40 s rejects with TIMEOUT', async () => {
    const { socket, clock, last, open } = setUp();
    await open();
    const asked = socket.request('pushAck', { cursors: [] }).catch((thrown: unknown) => thrown);
    await clock.advance(30_000);
    last().answer('heartbeat', {});
    await clock.advance(10_000);
    expect(await asked).toMatchObject({ code: 'TIMEOUT', message: 'TIMEOUT' });
  });

  it('R39 a lost connection rejects what waits, and what is asked without one', async () => {
    const { socket, last, open } = setUp();
    await expect(socket.request('heartbeat', {})).rejects.toThrow(new Fault('NO_RESPONSE'));
    await open();
    const asked = socket.request('pushAck', { cursors: [] });
    last().drop();
    await expect(asked).rejects.toThrow(new Fault('NO_RESPONSE'));
  });

  it('R39 answers find their requests whatever their order, and a refusal is its Fault', async () => {
    const { socket, last, open } = setUp();
    await open();
    const beat = socket.request('heartbeat', { time: 5 });
    const ack = socket.request('pushAck', { cursors: [] });
    last().answer('pushAck', {}, 'NO_AUTH');
    last().answer('heartbeat', { time: 6 });
    expect(await beat).toEqual({ time: 6 });
    await expect(ack).rejects.toMatchObject({ code: 'NO_AUTH' });
  });

  it('R40 each request has the next sequence, also over a new connection', async () => {
    const { socket, clock, sockets, last, open } = setUp();
    await open();
    void socket.request('pushAck', { cursors: [] }).catch(() => {});
    last().drop();
    await clock.advance(3_000);
    await open();
    expect(sockets.flatMap(({ sent }) => sent.map(({ sequence }) => sequence))).toEqual([1, 2, 3]);
  });
});

describe('R42 R44 what it is sent', () => {
  it('R42 R44 pushes arrive decoded, merged or split', async () => {
    const { socket, last, open } = setUp();
    await open();
    const pushes: Push[] = [];
    socket.pushes$.subscribe((push) => pushes.push(push));
    last().push('pushChatMessage', { id: 'm1', seq: 1 });
    const notify = encodeFrame({ command: 10_002, sequence: 0, body: Uint8Array.of(8, 2) });
    last().receive(notify.subarray(0, 21));
    last().receive(Uint8Array.of(...notify.subarray(21), ...notify));
    expect(pushes.map(({ name }) => name)).toEqual(['pushChatMessage', 'pushNotify', 'pushNotify']);
    expect(pushes[1]!.body).toMatchObject({ type: 'read' });
  });

  it.each([
    ['pushZero', {}],
    ['pushNotify', { type: 'typing', conversationId: 'c1' }],
    ['pushChatMessage', { id: 'm1', seq: 1 }],
    ['pushRobotMessage', { id: 'm1', text: 'Hi' }],
    ['pushDevicesInfo', { identifier: 'bob', devices: [{ deviceId: 'b1' }] }],
    ['pushCall', { callId: 'x', conversationId: 'c1', identifier: 'bob' }],
  ] as const)('R42 %s arrives decoded', async (name, body) => {
    const { socket, last, open } = setUp();
    await open();
    const pushes: Push[] = [];
    socket.pushes$.subscribe((push) => pushes.push(push));
    last().push(name, body);
    expect(pushes).toMatchObject([{ name, body }]);
  });

  it('R44 a command of a newer gateway is passed over', async () => {
    const { socket, last, open } = setUp();
    await open();
    last().receive(encodeFrame({ command: 99_999, sequence: 0, body: Uint8Array.of(1, 2, 3) }));
    last().receive(encodeFrame({ command: 6, sequence: 77, body: Uint8Array.of(1, 2, 3) }));
    expect(socket.connection$.value.status).toBe('open');
  });

  it.each([
    ['garbage', new Uint8Array(40).fill(0xff)],
    [
      'a lying length',
      encodeFrame({ command: 1, sequence: 0, body: new Uint8Array(0) }).map((byte, index) =>
        index >= 16 ? 0xff : byte,
      ),
    ],
    ['a body that is no message', encodeFrame({ command: 10_001, sequence: 0, body: new Uint8Array(12).fill(0xff) })],
  ])('R44 %s closes the connection and makes it anew', async (_, bytes) => {
    const { socket, clock, sockets, last, open } = setUp();
    await open();
    last().receive(bytes);
    expect([last().readyState, socket.connection$.value.status]).toEqual([3, 'closed']);
    await clock.advance(3_000);
    expect(sockets).toHaveLength(2);
  });

  it('R35 connecting again while it stands leaves one live socket', async () => {
    const { socket, sockets, open } = setUp();
    await open();
    socket.connect();
    expect(sockets.map(({ readyState }) => readyState)).toEqual([3, 0]);
  });
});
