// The rates at which voice messages can be played.
import type { PlaybackRate } from '@amber/client/remote';

export const playbackRates: readonly PlaybackRate[] = [1, 1.5, 2];

/** Returns the rate that follows in the cycle. */
export const nextRate = (rate: PlaybackRate): PlaybackRate =>
  playbackRates[(playbackRates.indexOf(rate) + 1) % playbackRates.length]!;
