import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Bus, createLocalBus, type Hint, subjects } from './bus.ts';
import { createRepublisher } from './republisher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const chat = subjects.conversation('chat');
const typing = (isTyping: boolean, identifier = 'alice'): Hint => ({
  kind: 'typing',
  conversation: 'chat',
  identifier,
  typing: isTyping,
});

function start(connection: ReturnType<Bus['connection']> = 'connected') {
  let now = 0;
  const published: Hint[] = [];
  const listeners: (() => void)[] = [];
  const bus: Bus = {
    ...createLocalBus(),
    publish: (_, hint) => void published.push(hint),
    connection: () => connection,
    onReconnect: (listener) => void listeners.push(listener),
  };
  return {
    republisher: createRepublisher({ bus, retainFor: 6_000, elapsed: () => now }),
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    /** What is published again when the bus is back, at once and when the other gateways are back too. */
    reconnect() {
      const publishedSince = () => published.splice(0);
      publishedSince();
      for (const listener of listeners) listener();
      const atOnce = publishedSince();
      vi.advanceTimersByTime(1_500);
      return { atOnce, later: publishedSince() };
    },
  };
}

test('R241 the last state of each is published again when the bus is back, and once more for slower gateways', () => {
  const { republisher, reconnect } = start();
  republisher.publish('alice', chat, typing(true));
  republisher.publish('bob', chat, typing(true, 'bob'));
  republisher.publish('alice', chat, typing(false));
  const expected = [typing(true, 'bob'), typing(false)];
  expect(reconnect()).toEqual({ atOnce: expected, later: expected });
});

test('R241 hints that belong together are all published again, in order', () => {
  const { republisher, reconnect } = start();
  for (const isTyping of [true, false, true]) republisher.publish('alice', chat, typing(isTyping), { add: true });
  expect(reconnect().atOnce).toEqual([true, false, true].map((isTyping) => typing(isTyping)));
});

test('R241 what is of no use any more is forgotten, and one gateway alone keeps nothing', () => {
  const { republisher, wait, reconnect } = start();
  republisher.publish('alice', chat, typing(true));
  wait(6_000);
  expect(reconnect().atOnce).toEqual([]);
  const alone = start('local');
  alone.republisher.publish('alice', chat, typing(true));
  expect(alone.reconnect().atOnce).toEqual([]);
});

test('R241 the number of hints is bounded', () => {
  const { republisher, reconnect } = start();
  for (let at = 0; at < 10_010; at += 1) republisher.publish(`${at}`, chat, typing(true, `${at}`));
  const { atOnce } = reconnect();
  expect(atOnce).toHaveLength(10_000);
  expect(atOnce[0]).toEqual(typing(true, '10'));
});
