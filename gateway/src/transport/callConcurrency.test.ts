import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { outcomeCode } from '../testing/client.ts';
import { createCallConcurrency } from './callConcurrency.ts';

const waitsFor = 5_000;
const create = () =>
  createCallConcurrency({ callConcurrencyPerAccount: 8, callsWaitingPerAccount: 3, callQueueTimeout: waitsFor });
let lanes: ReturnType<typeof create>;
/** The numbers of the calls that got a turn, in order. */
let started: number[];

beforeEach(() => {
  vi.useFakeTimers();
  lanes = create();
  started = [];
});
afterEach(() => vi.useRealTimers());

/** A call of this account, and what closes its connection. */
function enter(account: string, number: number) {
  const connection = new AbortController();
  const turn = lanes.acquire(account, connection.signal);
  void turn.then(
    () => started.push(number),
    () => undefined,
  );
  return { turn, close: () => connection.abort() };
}
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const fill = () => upTo(8).map((number) => enter('alice', number));
/** Lets promises settle, without time passing. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('R254 the calls of one account', () => {
  test('R254 eight run, and those that wait are served in their order', async () => {
    const first = fill();
    enter('alice', 9);
    enter('alice', 10);
    await settle();
    expect(started).toEqual(upTo(8));
    expect(lanes.count('alice')).toEqual({ running: 8, waiting: 2 });
    first[3]!.close();
    await settle();
    expect(started).toEqual(upTo(9));
    first[0]!.close();
    await settle();
    expect(started).toEqual(upTo(10));
    expect(lanes.count('alice')).toEqual({ running: 8, waiting: 0 });
  });

  test('R254 another account does not wait for them', async () => {
    fill();
    enter('alice', 9);
    enter('bob', 100);
    await settle();
    expect(started).toEqual([...upTo(8), 100]);
  });

  test('R254 a ninth is refused after five seconds, and one too many at once', async () => {
    fill();
    const waiting = [9, 10, 11].map((number) => outcomeCode(enter('alice', number).turn));
    expect(await outcomeCode(enter('alice', 12).turn)).toBe('UNAVAILABLE');
    let refused = 0;
    for (const one of waiting) void one.then((code) => (refused += code === 'UNAVAILABLE' ? 1 : 0));
    await vi.advanceTimersByTimeAsync(waitsFor - 1);
    expect(refused).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(refused).toBe(3);
    expect(lanes.count('alice')).toEqual({ running: 8, waiting: 0 });
  });

  test('R254 who disconnects waits no longer, and does not take a turn', async () => {
    const first = fill();
    const [ninth] = [enter('alice', 9), enter('alice', 10)];
    ninth.close();
    expect(await outcomeCode(ninth.turn)).toBe('UNAVAILABLE');
    first[0]!.close();
    await settle();
    expect(started).toEqual([...upTo(8), 10]);
    const gone = new AbortController();
    gone.abort();
    expect(await outcomeCode(lanes.acquire('bob', gone.signal))).toBe('UNAVAILABLE');
    expect(lanes.count('bob')).toEqual({ running: 0, waiting: 0 });
  });

  test('R254 work keeps its turn until it has ended, also when its caller has left', async () => {
    const first = fill();
    const { promise, resolve } = Promise.withResolvers<string>();
    const working = (await first[0]!.turn).run(() => promise);
    enter('alice', 9);
    first[0]!.close();
    await settle();
    expect(started).toEqual(upTo(8));
    resolve('done');
    expect(await working).toBe('done');
    await settle();
    expect(started).toEqual(upTo(9));
  });

  test('R254 nothing is left of an account without calls', async () => {
    const first = fill();
    const last = enter('alice', 9);
    for (const call of first) call.close();
    await settle();
    last.close();
    expect(lanes.count('alice')).toEqual({ running: 0, waiting: 0 });
    fill();
    await settle();
    expect(lanes.count('alice')).toEqual({ running: 8, waiting: 0 });
  });
});
