// What runs beside the screens of a signed-in person. Loaded a while after the first paint, which does not need it.
import type { Federation } from './federation/createFederation.ts';
import { cacheForOffline } from './cacheForOffline.ts';
import { playArrivalSounds } from './notifications/arrivalSound.ts';

declare const __DEV__: boolean;

/** Starts the sound of new messages and the cache for offline starts; called once. Rejects when the cache cannot be kept. */
export async function runInBackground(federation: Federation): Promise<void> {
  playArrivalSounds();
  // In development, cached files would hide changes.
  if (!__DEV__) await cacheForOffline(federation);
}
