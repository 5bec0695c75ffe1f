import { expect, test, vi } from 'vitest';
import { type Bus, createLocalBus } from '../core/bus.ts';
import type { Db } from '../db/store.ts';
import { createVoiceCacheCleanup } from './voiceCacheCleanup.ts';

/** A gateway's cache, on a bus whose hints arrive unless it is cut. */
function start(bus: Bus) {
  const speechCache = { removeVoice: vi.fn(async () => undefined), retainVoices: vi.fn(async () => undefined) };
  const cleanup = createVoiceCacheCleanup({
    bus,
    speechCache,
    synthesizer: { voices: [{ id: 'coral', name: 'Coral' }] },
    db: { selectFrom: () => ({ select: () => ({ execute: async () => [{ voice: 'voice_2' }] }) }) } as unknown as Db,
    onError: (error) => {
      throw error;
    },
    onClose: () => undefined,
  });
  return { ...cleanup, speechCache };
}

test('R131 R241 the sound of a voice that is removed at one gateway is deleted at the others', async () => {
  const bus = createLocalBus();
  const [one, other] = [start(bus), start(bus)];
  await one.removeVoice('voice_1');
  expect(other.speechCache.removeVoice).toHaveBeenCalledWith('voice_1');
});

test('R131 R241 what a gateway missed is deleted when its bus is back', async () => {
  const listeners: (() => void)[] = [];
  const { speechCache } = start({ ...createLocalBus(), onReconnect: (listener) => void listeners.push(listener) });
  expect(speechCache.retainVoices).not.toHaveBeenCalled();
  for (const listener of listeners) listener();
  await expect.poll(() => speechCache.retainVoices).toHaveBeenCalledWith(['coral', 'voice_2']);
});
