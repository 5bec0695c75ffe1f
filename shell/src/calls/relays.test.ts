import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRelays } from './relays.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const turn = 'turns:turn.example.org:443?transport=tcp';

function relaysWith(urls: string[], hides = false) {
  const list = vi.fn(async () => ({ urls, username: '1:a', credential: 'secret', validFor: 60 * 60_000 }));
  return { list, ...createRelays({ list, hidesAddressFrom: async () => hides }) };
}

test('R142 relays are used with their credentials, and with nobody else’s servers', async () => {
  const { routesTo } = relaysWith([turn, 'stun:stun.example.org', 'https://evil.example', 'turn:']);
  expect(await routesTo('bob')).toEqual({
    iceServers: [{ urls: turn, username: '1:a', credential: 'secret' }, { urls: 'stun:stun.example.org' }],
    iceTransportPolicy: 'all',
  });
});

test('R142 the address is hidden where a relay can hide it', async () => {
  expect((await relaysWith([turn], true).routesTo('bob')).iceTransportPolicy).toBe('relay');
  expect((await relaysWith(['stun:stun.example.org'], true).routesTo('bob')).iceTransportPolicy).toBe('all');
  expect((await relaysWith([], true).routesTo('bob')).iceTransportPolicy).toBe('all');
});

test('credentials are used again until they are about to expire', async () => {
  const { list, routesTo } = relaysWith([turn]);
  await routesTo('bob');
  vi.advanceTimersByTime(54 * 60_000);
  await routesTo('bob');
  expect(list).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  await routesTo('bob');
  expect(list).toHaveBeenCalledTimes(2);
});
