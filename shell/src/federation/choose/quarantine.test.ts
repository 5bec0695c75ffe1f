import { expect, it } from 'vitest';
import { createQuarantine, type QuarantineMessage } from './quarantine.ts';

/** A browser: tabs that hear each other, late. */
function browser() {
  const listeners: { of: number; listen(event: { data: QuarantineMessage }): void }[] = [];
  const waiting: (() => void)[] = [];
  let tabs = 0;
  return {
    deliver() {
      while (waiting.length > 0) waiting.shift()!();
    },
    open(stored = new Map<string, string>()) {
      const me = (tabs += 1);
      return createQuarantine({
        storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
        tabs: {
          addEventListener: (_, listen) => listeners.push({ of: me, listen }),
          postMessage: (data) =>
            waiting.push(() => listeners.filter(({ of }) => of !== me).forEach(({ listen }) => listen({ data }))),
        },
      });
    },
  };
}

it('R155 what has failed is left out in every tab and after a reload, until the user tries again', () => {
  const { open, deliver } = browser();
  const stored = new Map<string, string>();
  const [one, other] = [open(stored), open()];
  one.add('chat', '2.0.0');
  deliver();
  expect([one, other, open(stored)].map((tab) => tab.has('chat', '2.0.0'))).toEqual([true, true, true]);
  expect(one.has('chat', '1.0.0')).toBe(false);
  other.add('ai', '1.0.0');
  other.clear('chat');
  deliver();
  expect([one, other].map((tab) => [tab.has('chat', '2.0.0'), tab.has('ai', '1.0.0')])).toEqual([
    [false, true],
    [false, true],
  ]);
});

it('R155 what could not be had without a network is left out in this tab alone, until the network is back', () => {
  const { open, deliver } = browser();
  const stored = new Map<string, string>();
  const [one, other] = [open(stored), open()];
  one.add('chat', '2.0.0', { isPassing: true });
  one.add('ai', '2.0.0', { isPassing: true });
  deliver();
  expect([one, other, open(stored)].map((tab) => tab.has('chat', '2.0.0'))).toEqual([true, false, false]);
  one.clear('chat');
  expect([one.has('chat', '2.0.0'), one.has('ai', '2.0.0')]).toEqual([false, true]);
  one.add('chat', '1.0.0');
  one.clearTemporary();
  expect([one.has('chat', '1.0.0'), one.has('ai', '2.0.0')]).toEqual([true, false]);
});

it('R155 of two tabs that see failures at once, neither forgets the other’s; and a new tab learns both', () => {
  const { open, deliver } = browser();
  const [one, other] = [open(), open()];
  one.add('chat', '2.0.0');
  other.add('ai', '2.0.0');
  deliver();
  const late = open();
  deliver();
  for (const tab of [one, other, late])
    expect([tab.has('chat', '2.0.0'), tab.has('ai', '2.0.0')]).toEqual([true, true]);
});
