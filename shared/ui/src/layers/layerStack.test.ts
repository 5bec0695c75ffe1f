import { expect, test, vi } from 'vitest';
import { type Layer, layerStack } from './layerStack.ts';

type State = { key: string; layerDepth?: number };

/** A browser's history on one page of the router, with the stack in it. */
function startBrowser() {
  const entries: State[] = [{ key: 'list' }, { key: 'chat' }];
  let at = entries.length - 1;
  let handlePop = (_: PopStateEvent) => {};
  const navigation = new EventTarget();
  /** The entries that the router was told of. */
  const routed: State[] = [];
  const push = (state: State) => {
    entries.splice(at + 1, Infinity, state);
    at += 1;
    navigation.dispatchEvent(Object.assign(new Event('currententrychange'), { navigationType: 'push' }));
  };
  const go = (by: number) => {
    if (!entries[at + by]) return;
    at += by;
    let isStopped = false;
    handlePop({ stopImmediatePropagation: () => (isStopped = true) } as unknown as PopStateEvent);
    if (!isStopped) routed.push(entries[at]!);
  };
  const history = {
    get state() {
      return entries[at];
    },
    pushState: push,
    back: () => go(-1),
  };
  vi.stubGlobal('amberLayers', undefined);
  vi.stubGlobal('history', history);
  vi.stubGlobal('navigation', navigation);
  vi.stubGlobal('addEventListener', (_: string, listener: typeof handlePop) => (handlePop = listener));
  const stack = layerStack();
  const closed: string[] = [];
  return {
    stack,
    closed,
    routed,
    entries,
    back: () => go(-1),
    forward: () => go(1),
    followLink: (key: string) => push({ key }),
    /** Opens a layer, which Back closes; `close` is another way to close it. */
    open(name: string, hasAddress = false) {
      const layer: Layer = {
        hasAddress,
        close() {
          closed.push(name);
          close();
        },
      };
      const close = stack.open(layer);
      return { layer, close };
    },
  };
}

test('R211 Back closes the layers from the top, and then leaves the page', () => {
  const { open, back, closed, routed, stack } = startBrowser();
  const panel = open('panel');
  const menu = open('menu');
  expect([stack.isTop(panel.layer), stack.isTop(menu.layer)]).toEqual([false, true]);
  back();
  expect([closed, routed]).toEqual([['menu'], []]);
  expect(stack.isTop(panel.layer)).toBe(true);
  back();
  expect([closed, routed]).toEqual([['menu', 'panel'], []]);
  expect(stack.isEmpty()).toBe(true);
  back();
  expect(routed).toEqual([{ key: 'list' }]);
});

test('R211 a layer that closes otherwise leaves its entry, which the next one takes over or Back passes by', () => {
  const { open, back, closed, routed, entries } = startBrowser();
  open('menu').close();
  open('dialog');
  expect(entries).toHaveLength(3);
  back();
  expect(closed).toEqual(['dialog']);
  open('search').close();
  expect(entries).toHaveLength(3);
  back();
  expect([closed, routed]).toEqual([['dialog'], [{ key: 'list' }]]);
});

test('R211 ten layers that came and went cost one entry', () => {
  const { open, entries } = startBrowser();
  for (let count = 0; count < 10; count += 1) open('menu').close();
  expect(entries).toHaveLength(3);
});

test('Forward to the entry of a closed layer shows nothing', () => {
  const { open, back, forward, closed, routed, stack } = startBrowser();
  open('picture');
  back();
  forward();
  expect([closed, routed, stack.isEmpty()]).toEqual([['picture'], [], true]);
});

test('a layer with an address of its own is closed by its page, not by the stack', () => {
  const { open, back, closed, routed, followLink, entries } = startBrowser();
  followLink('details');
  open('details', true);
  expect(entries).toHaveLength(3);
  open('emoji');
  back();
  expect([closed, routed]).toEqual([['emoji'], []]);
  back();
  expect([closed, routed]).toEqual([['emoji'], [{ key: 'chat' }]]);
});

test('a link within a layer leads on, and Back from there shows the page below again', () => {
  const { open, back, closed, routed, followLink } = startBrowser();
  const menu = open('menu');
  followLink('profile');
  menu.close();
  back();
  expect([closed, routed]).toEqual([[], [{ key: 'chat', layerDepth: 1 }]]);
});
