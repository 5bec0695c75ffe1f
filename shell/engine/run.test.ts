import { createPageBus, type PageBus } from '@amber/client/bus';
import { afterEach, expect, it, vi } from 'vitest';
import { runEngine } from './run.ts';
import type { EnginePorts, Locks } from './ports.ts';
import { createAir } from './testing/air.ts';
import { Clock, eventually } from './testing/clock.ts';
import { createFakeGateway } from './testing/fakeGateway.ts';
import { newDatabases } from './testing/startAlice.ts';

const pages: PageBus[] = [];
afterEach(() => pages.splice(0).forEach((bus) => bus.close()));

/** One lock, taken in the order it was asked for. */
function fakeLocks(): Locks & { held: () => number } {
  let last: Promise<unknown> = Promise.resolve();
  let holders = 0;
  return {
    held: () => holders,
    request(_, whileHeld) {
      const turn = last.then(async () => {
        holders += 1;
        return whileHeld().finally(() => { holders -= 1; });
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}

/** A browser: one lock, one channel, one set of databases, and workers that pages start. */
function browser() {
  const [air, locks, gateway, databases, clock] = [createAir(), fakeLocks(), createFakeGateway(), newDatabases(), new Clock()];
  const ended: number[] = [];
  const ports: EnginePorts = {
    clock, databases, locks, origin: 'http://gateway.test', deviceName: 'Node', fetch: gateway.fetch, openSocket: gateway.openSocket,
  };
  const start = (build: number, change: Partial<EnginePorts> = {}) =>
    runEngine({ ...ports, ...change, build, channel: air.open(), endWorker: () => ended.push(build) });
  return {
    locks, gateway, ended, start, clock, ports,
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
  // As with a shared worker: one that lives is joined, and only after its end is there another.
  const newPage = page(2, () => { if (ended.length > 0) newRun ??= start(2); });
  await oldRun;
  expect([ended, gateway.sockets[0]!.readyState]).toEqual([[1], 3]);
  await eventually('the new engine to connect', () => newPage.state$.value?.connection.status === 'open');
  expect(newPage.state$.value?.session?.identifier).toBe('1');
  expect(oldPage.state$.value?.session?.identifier).toBe('1');
  expect([locks.held(), gateway.sockets.length]).toEqual([1, 2]);
  // Its goodbye leaves a timer behind at most until it runs out.
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
  const refuse = vi.fn(() => { throw new Error('denied'); });
  const broken = { indexedDB: { open: refuse, deleteDatabase: refuse } as unknown as IDBFactory };
  await expect(start(1, { databases: broken })).rejects.toThrow();
  expect([ended, locks.held()]).toEqual([[1], 0]);
});
