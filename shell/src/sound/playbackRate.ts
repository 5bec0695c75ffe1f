// The playback rate that the person has chosen, on this device only.
import { playbackRates } from '@amber/client/playbackRates';
import type { PlaybackRate } from '@amber/client/remote';
import { storedText, storeText } from '@amber/client/storage';

const key = 'amber-voice-rate';

/** Returns 1 until another rate was chosen. */
export const storedRate = (): PlaybackRate => playbackRates.find((rate) => String(rate) === storedText(key)) ?? 1;

export const storeRate = (rate: PlaybackRate): boolean => storeText(key, String(rate));
