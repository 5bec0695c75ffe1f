// Background work beside the screens of a signed-in person. It loads some time after the first paint, which does not
// need it.
import type { Federation } from './federation/createFederation.ts';
import { engineState$ } from '@amber/client/hostEngine';
import { cacheForOffline } from './cacheForOffline.ts';
import { recordLastUpdate } from './frame/recordLastUpdate.ts';
import { retryWithBackoff } from './frame/lazyWithRetry.tsx';
import { withTranslations } from './kit/withTranslations.ts';
import { playArrivalSounds } from './notifications/arrivalSound.ts';

declare const __DEV__: boolean;

/**
 * Starts the sound of new messages, the record of the last update, the notifications of people who wait for an answer, and the cache for offline
 * starts; called once. Rejects when the files cannot be cached.
 */
export async function runInBackground(federation: Federation): Promise<void> {
  playArrivalSounds();
  recordLastUpdate(engineState$).subscribe();
  retryWithBackoff(() =>
    withTranslations(import(/* webpackChunkName: "background" */ './notifications/waitingPeople.ts')),
  ).subscribe(({ watchWaitingPeople }) => watchWaitingPeople());
  // In development, cached files would hide changes.
  if (!__DEV__) await cacheForOffline(federation);
}
