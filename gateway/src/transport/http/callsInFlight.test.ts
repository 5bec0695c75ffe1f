import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCallsInFlight } from './callsInFlight.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const refusedCallCountsFor = 1_000;

/** A session that may have three calls in flight. `begin` returns the response of a call, or false. */
function session() {
  const callsInFlight = createCallsInFlight({
    callConcurrencyPerAccount: 2,
    callsWaitingPerAccount: 1,
    refusedCallCountsFor,
  });
  const request = { headers: { token: 't' }, socket: { end: () => undefined } } as unknown as IncomingMessage;
  return {
    begin() {
      const response = new EventEmitter();
      return callsInFlight.admit(request, response as ServerResponse) && response;
    },
    countRefused: () => callsInFlight.countRefused(request),
  };
}

test('R254 a call is refused while too many are in flight, and admitted when one has ended', () => {
  const { begin } = session();
  const [first] = [begin(), begin(), begin()];
  expect(begin()).toBe(false);
  (first as EventEmitter).emit('close');
  expect(begin()).not.toBe(false);
  expect(begin()).toBe(false);
});

test('R254 a call that was refused because of a limit counts for a while after its end', () => {
  const { begin, countRefused } = session();
  for (let call = 0; call < 3; call += 1) {
    const response = begin() as EventEmitter;
    countRefused();
    response.emit('close');
  }
  expect(begin()).toBe(false);
  vi.advanceTimersByTime(refusedCallCountsFor - 1);
  expect(begin()).toBe(false);
  vi.advanceTimersByTime(1);
  expect([begin(), begin(), begin(), begin()].filter(Boolean)).toHaveLength(3);
});
