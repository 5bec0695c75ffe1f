import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { createUndelivered } from './undelivered.ts';

let now = 1_000_000;
const create = () => createUndelivered({ clock: () => now, limits });
const file = (version: string) => `/chat/remotes/chat/${version}/assets/1.js`;

test('R255 what was not delivered counts for one network and one release, and is forgotten after minutes', () => {
  const undelivered = create();
  undelivered.add(file('1'), '203.0.113.7');
  undelivered.add('/chat/remotes/', '203.0.113.7');
  expect(undelivered.has('chat', '1', '203.0.113.8')).toBe(true);
  expect(undelivered.has('chat', '1', '203.0.114.7')).toBe(false);
  expect(undelivered.has('chat', '2', '203.0.113.7')).toBe(false);
  now += limits.undeliveredFor;
  expect(undelivered.has('chat', '1', '203.0.113.8')).toBe(false);
});

test('R255 requests for files that do not exist fill no memory', () => {
  const undelivered = create();
  for (let number = 0; number <= 10_000; number += 1) undelivered.add(file(`v${number}`), '203.0.113.7');
  expect(undelivered.has('chat', 'v0', '203.0.113.7')).toBe(false);
  expect(undelivered.has('chat', 'v10000', '203.0.113.7')).toBe(true);
});
