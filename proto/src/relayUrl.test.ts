import { expect, test } from 'vitest';
import { isRelayUrl } from './relayUrl.ts';

test.each([
  ['turn:turn.example.org', true],
  ['turn:turn.example.org:3478?transport=udp', true],
  ['turns:[2001:db8::1]:443?transport=tcp', true],
  ['stun:stun.example.org:3478', true],
  ['stun:stun.example.org?transport=udp', false],
  ['https://turn.example.org', false],
  ['turn:user@turn.example.org', false],
  ['turn:', false],
])('%s as the address of a relay: %s', (url, valid) => {
  expect(isRelayUrl(url)).toBe(valid);
});
