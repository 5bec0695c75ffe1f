import type { Track } from '@amber/client/remote';
import { expect, it, vi } from 'vitest';
import { hostSound } from './hostSound.ts';

const track: Track = {
  id: 'one',
  conversationId: 'chat',
  title: 'Ada',
  path: '/channels/me/chat',
  duration: 60_000,
  load: async () => new Blob(),
};

it('R194 a player whose code does not load has failed, and the next attempt loads it', async () => {
  const { player } = hostSound;
  vi.doMock('./sound.ts', () => {
    throw new Error('the file is missing');
  });
  await expect(player.play(track)).rejects.toThrow();
  expect(player.state$.value).toMatchObject({ track: { id: 'one' }, status: 'failed', duration: 60_000 });
  const play = vi.fn();
  vi.doMock('./sound.ts', () => ({ player: { play } }));
  player.play(track, 5_000);
  await expect.poll(() => play.mock.calls).toEqual([[track, 5_000]]);
});

it('R132 a voice whose code does not load has failed, and the next attempt loads it', async () => {
  const speech = hostSound.speech!;
  const spoken = { id: 'm1', conversationId: 'chat', title: 'Robo', path: '/ai/chat' };
  vi.resetModules();
  vi.doMock('./sound.ts', () => {
    throw new Error('the file is missing');
  });
  await expect(speech.speak(spoken)).rejects.toThrow();
  expect(speech.state$.value).toMatchObject({ track: { id: 'm1' }, status: 'failed' });
  const speak = vi.fn();
  vi.doMock('./sound.ts', () => ({ speech: { speak } }));
  speech.speak(spoken);
  await expect.poll(() => speak.mock.calls).toEqual([[spoken]]);
});
