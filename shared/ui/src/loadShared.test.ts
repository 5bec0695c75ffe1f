import { limits } from '@amber/proto/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetShared, loadOnce } from './loadShared.ts';

beforeEach(() => {
  forgetShared();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const key = 'conversation 1';
/** Loads the module as this remote does. */
const loadAs = (remote: string, under = key) => loadOnce(under, async () => ({ of: remote }));

it('R210 R160 a second remote gets the module of the first, and one with another version loads its own', async () => {
  expect(await loadAs('chat')).toEqual({ of: 'chat' });
  expect(await loadAs('channels')).toEqual({ of: 'chat' });
  expect(await loadAs('channels', 'conversation 2')).toEqual({ of: 'channels' });
  expect(vi.getTimerCount()).toBe(0);
});

it('R210 two that load at the same time load it once', async () => {
  const first = loadAs('chat');
  expect(await loadAs('channels')).toEqual({ of: 'chat' });
  expect(await first).toEqual({ of: 'chat' });
});

it('R210 R155 when it does not load, the others load their own, once', async () => {
  const chat = Promise.withResolvers<object>();
  const first = loadOnce(key, () => chat.promise);
  const others = [loadAs('channels'), loadAs('ai')];
  chat.reject(new Error('no such chunk'));
  await expect(first).rejects.toThrow('no such chunk');
  expect(await Promise.all(others)).toEqual([{ of: 'channels' }, { of: 'channels' }]);
  expect(await loadAs('chat')).toEqual({ of: 'channels' });
});

it('R210 R155 nobody waits long for the files of another', async () => {
  void loadOnce(key, () => new Promise<object>(() => {}));
  const second = loadAs('channels');
  await vi.advanceTimersByTimeAsync(limits.previousOfferedAfter);
  expect(await second).toEqual({ of: 'channels' });
});

it('R210 once a release has failed, each remote loads its own', async () => {
  await loadAs('chat');
  forgetShared();
  expect(await loadAs('channels')).toEqual({ of: 'channels' });
});

it('R210 loading begins at once, so that a prefetch is known as one', () => {
  const load = vi.fn(async () => ({}));
  void loadOnce(key, load);
  expect(load).toHaveBeenCalledOnce();
});
