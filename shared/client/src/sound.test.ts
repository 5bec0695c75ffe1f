import { expect, it, vi } from 'vitest';
import type { HostSound } from './lentSound.ts';
import { lendSound } from './remote.ts';

it('R181 R194 a remote gets the sound service of its host, and none from a host that has none', async () => {
  const { hostSound } = await import('./sound.ts');
  expect(hostSound()).toBeNull();
  const sound = {} as HostSound;
  lendSound(sound);
  expect(hostSound()).toBe(sound);

  // The module that an older host lends has no such function.
  vi.resetModules();
  vi.doMock('@amber/client/remote', () => ({ lentSound: undefined }));
  expect((await import('./sound.ts')).hostSound()).toBeNull();
});
