import { busProtocol, createPageBus, type FromEngine, type PageBus } from '@amber/client/bus';
import { afterEach, expect, it, vi } from 'vitest';
import { runEngine } from './run.ts';
import type { EnginePorts, Locks } from './kit/ports.ts';
import { createChannelHub } from './testing/channelHub.ts';
import { Clock, eventually } from './testing/clock.ts';
import { createFakeGateway } from './testing/fakeGateway.ts';
import { newDatabases } from './testing/startAlice.ts';

const pages: PageBus[] = [];
afterEach(() => pages.splice(0).forEach((bus) => bus.close()));

const aborted = () => new DOMException('The lock was taken, or is not waited for', 'AbortError');

interface Holder {
  lose(): void;
}

/** One lock, granted in the order of requests, which can be stolen. */
function fakeLocks(): Locks & { held: () => number; holdForEver(): void } {
  let holder: Holder | undefined;
  const waiting: (() => void)[] = [];
  const next = () => {
    holder = undefined;
    waiting.shift()?.();
  };
  return {
    held: () => (holder ? 1 : 0),
    holdForEver() {
      holder = { lose() {} };
    },
    request: (_, { signal, steal }, whileHeld) =>
      new Promise((resolve, reject) => {
        const grant = () => {
          const mine: Holder = { lose: () => reject(aborted()) };
          holder = mine;
          void whileHeld()
            .then(resolve, reject)
            .finally(() => {
              if (holder === mine) next();
            });
        };
        if (steal) {
          holder?.lose();
          grant();
        } else if (!holder) grant();
        else {
          waiting.push(grant);
          signal?.addEventListener('abort', () => {
            waiting.splice(waiting.indexOf(grant), 1);
            reject(aborted());
          });
        }
      }),
  };
}

/** A browser: one lock, one channel, one set of databases, and workers that pages start. */
function browser() {
  const [air, locks, gateway, databases, clock] = [
    createChannelHub(),
    fakeLocks(),
    createFakeGateway(),
    newDatabases(),
    new Clock(),
  ];
  const ended: number[] = [];
  const ports: EnginePorts = {
    clock,
    databases,
    locks,
    origin: 'http://gateway.test',
    deviceName: 'Node',
    fetch: gateway.fetch,
    openSocket: gateway.openSocket,
  };
  const start = (build: number, change: Partial<EnginePorts> = {}) =>
    runEngine({ ...ports, ...change, build, channel: air.open(), endWorker: () => ended.push(build) });
  return {
    air,
    locks,
    gateway,
    ended,
    start,
    clock,
    ports,
    page(build: number, startEngine: () => void = () => {}) {
      pages.push(createPageBus({ channel: air.open(), build, startEngine }));
      return pages.at(-1)!;
    },
  };
}

it('R178 R174 two tabs of two builds: the old engine ends, the new one has session and all, with one socket at a time', async () => {
  const { gateway, ended, start, page, locks, clock } = browser();
  const oldPage = page(1);
  const oldRun = start(1);
  await eventually('the old engine', () => oldPage.state$.value);
  await oldPage.call('signIn', { phone: '+1', code: '123456' });
  await eventually('the connection', () => oldPage.state$.value?.connection.status === 'open');
  expect([locks.held(), gateway.sockets.length]).toEqual([1, 1]);

  let newRun: Promise<void> | undefined;
  // As with a shared worker: a running one is joined, and another starts only after its end.
  const newPage = page(2, () => {
    if (ended.length > 0) newRun ??= start(2);
  });
  await oldRun;
  expect([ended, gateway.sockets[0]!.readyState]).toEqual([[1], 3]);
  // What the old engine last said stands until then.
  await eventually('the new socket', () => gateway.sockets.length === 2);
  await eventually('the new engine to connect', () => newPage.state$.value?.connection.status === 'open');
  expect(newPage.state$.value?.session?.identifier).toBe('1');
  expect(oldPage.state$.value?.session?.identifier).toBe('1');
  expect([locks.held(), gateway.sockets.length]).toEqual([1, 2]);
  // Its goodbye leaves at most a timer that will run out.
  await clock.advance(3_000);
  expect(gateway.asked.filter(({ name }) => name === 'login.login')).toHaveLength(1);
});

it('R178 a second worker waits for the lock and opens no socket', async () => {
  const { gateway, start, page, locks } = browser();
  const bus = page(1);
  void start(1);
  void start(1);
  await eventually('the engine', () => bus.state$.value);
  await bus.call('signIn', { phone: '+1', code: '123456' });
  await eventually('the connection', () => bus.state$.value?.connection.status === 'open');
  expect([locks.held(), gateway.sockets.length]).toEqual([1, 1]);
});

it('R178 an engine that cannot start ends its worker and lets go of the lock', async () => {
  const { start, ended, locks } = browser();
  const refuse = vi.fn(() => {
    throw new Error('denied');
  });
  const broken = { indexedDB: { open: refuse, deleteDatabase: refuse } as unknown as IDBFactory };
  await expect(start(1, { databases: broken })).rejects.toThrow();
  expect([ended, locks.held()]).toEqual([[1], 0]);
});

/** Pages ping by the real clock, engines wait by the test's: one beat of both. */
async function beat({ clock, ping }: { clock: Clock; ping: () => void }, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    ping();
    await clock.advance(1_000);
  }
}

/** A browser with a page that pings on demand. */
function pinging() {
  const here = browser();
  const channel = here.air.open();
  const heard: FromEngine[] = [];
  channel.addEventListener('message', ({ data }) => {
    heard.push(data as FromEngine);
  });
  return {
    ...here,
    heard,
    channel,
    ping: () => channel.postMessage({ kind: 'ping', page: 'page', build: 1, protocol: busProtocol }),
  };
}

it('C2 P8 the lock of a worker that is no more is taken, once pages have been without an answer for three beats', async () => {
  const here = pinging();
  here.locks.holdForEver();
  void here.start(1);
  await beat(here, 2);
  expect(here.heard).toEqual([]);
  await beat(here, 2);
  await eventually('an engine', () => here.heard.some(({ kind }) => kind === 'hello'));
  expect(here.ended).toEqual([]);
});

it('C2 an engine that answers, or begins, keeps its lock; where no page asks, nobody is missed', async () => {
  const here = pinging();
  here.locks.holdForEver();
  void here.start(1);
  const another = here.air.open();
  await beat(here, 2);
  another.postMessage({ kind: 'starting' });
  await beat(here, 2);
  another.postMessage({ kind: 'starting' });
  await beat({ ...here, ping: () => {} }, 20);
  expect(here.heard.filter(({ kind }) => kind === 'hello')).toEqual([]);
});

it('C2 an engine whose lock is taken ends its worker', async () => {
  const here = pinging();
  const lost = here.start(1);
  await eventually('the engine', () => here.heard.some(({ kind }) => kind === 'hello'));
  const next = here.locks.request('amber-engine', { steal: true }, async () => {});
  await expect(lost).rejects.toThrow('taken');
  expect(here.ended).toEqual([1]);
  await next;
});
