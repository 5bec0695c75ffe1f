import type { PageRegistry } from '@amber/proto';
import { BehaviorSubject, EMPTY, Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { parsePlacement } from '@amber/proto/placementSchema';
import { registryOf } from './pageRegistry.ts';
import { createRegistry as create, type TabChannel } from './registry.ts';

const of = (revision: number): PageRegistry => ({ revision, offers: [], words: [], details: null });

const createRegistry = (ports: Omit<Parameters<typeof create>[0], 'read'>) => ({
  ...ports,
  ...create({ ...ports, read: (raw) => registryOf(raw, { hostRoutes: [], readPlacement: parsePlacement }) }),
});

/** Channels that hear each other, as tabs do. */
function tabs() {
  const listeners: { owner: number; listen(event: { data: PageRegistry }): void }[] = [];
  let owners = 0;
  return (): TabChannel<PageRegistry> => {
    owners += 1;
    const owner = owners;
    return {
      addEventListener: (_, listen) => listeners.push({ owner, listen }),
      postMessage: (data) =>
        listeners.filter((other) => other.owner !== owner).forEach(({ listen }) => listen({ data })),
    };
  };
}

it('R156 an older registry is ignored, whoever tells of it', async () => {
  const tab = tabs();
  const { registry$, follow } = createRegistry({ registry$: new BehaviorSubject(of(5)), tabs: tab() });
  const revision$ = new Subject<number>();
  const looked$ = new Subject();
  const ask = vi.fn(async () => of(4));
  follow({ revision$, connected$: EMPTY, pageFocus$: looked$, fetchRegistry: ask });
  tab().postMessage(of(3));
  revision$.next(5);
  expect(ask).not.toHaveBeenCalled();
  looked$.next(null);
  await Promise.resolve();
  expect(ask).toHaveBeenCalledOnce();
  expect(registry$.value.revision).toBe(5);
});

it('R156 R157 all tabs have the newest registry: one that opens, and one that was told', async () => {
  const tab = tabs();
  const first = createRegistry({ registry$: new BehaviorSubject(of(1)), tabs: tab() });
  const second = createRegistry({ registry$: new BehaviorSubject(of(3)), tabs: tab() });
  const late = createRegistry({ registry$: new BehaviorSubject(of(2)), tabs: tab() });
  expect([first, second, late].map(({ registry$ }) => registry$.value.revision)).toEqual([3, 3, 3]);
  const revision$ = new Subject<number>();
  second.follow({ revision$, connected$: EMPTY, pageFocus$: EMPTY, fetchRegistry: async () => of(7) });
  revision$.next(7);
  await vi.waitFor(
    () => expect([first, second, late].map(({ registry$ }) => registry$.value.revision)).toEqual([7, 7, 7]),
    15_000,
  );
});

it('R157 without an answer the present set goes on', async () => {
  const { registry$, follow } = createRegistry({ registry$: new BehaviorSubject(of(1)), tabs: tabs()() });
  const revision$ = new Subject<number>();
  follow({
    revision$,
    connected$: EMPTY,
    pageFocus$: EMPTY,
    fetchRegistry: () => Promise.reject(new Error('offline')),
  });
  revision$.next(2);
  await Promise.resolve();
  expect(registry$.value.revision).toBe(1);
});
