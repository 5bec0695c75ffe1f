import { expect, it } from 'vitest';
import { createQuarantine } from './quarantine.ts';
import type { TabChannel } from './registry.ts';

function memory() {
  const rows = new Map<string, string>();
  return {
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
  };
}

function pairOfTabs(): TabChannel<string[]>[] {
  const listeners: ((event: { data: string[] }) => void)[][] = [[], []];
  return [0, 1].map((own) => ({
    addEventListener: (_, listen) => listeners[own]!.push(listen),
    postMessage: (data) => listeners[1 - own]!.forEach((listen) => listen({ data })),
  }));
}

it('R155 what has failed stays failed for the session, in every tab and after a reload, until it gets another chance', () => {
  const [here, there] = pairOfTabs();
  const storage = memory();
  const mine = createQuarantine({ storage, tabs: here! });
  const other = createQuarantine({ storage: memory(), tabs: there! });
  mine.add('chat', '2.0.0');
  mine.add('ai', '1.0.0');
  const [lone] = pairOfTabs();
  for (const quarantine of [mine, other, createQuarantine({ storage, tabs: lone! })]) {
    expect(quarantine.has('chat', '2.0.0')).toBe(true);
    expect(quarantine.has('chat', '1.0.0')).toBe(false);
  }
  other.clear('chat');
  expect(mine.has('chat', '2.0.0')).toBe(false);
  expect(mine.has('ai', '1.0.0')).toBe(true);
});
