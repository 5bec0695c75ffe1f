// What a voice player shows and does, whichever player produces the sound.
import type { PlaybackRate } from '@amber/client/sound';

/** 'idle': it has not been played since it was shown. */
export type PlaybackStatus = 'idle' | 'loading' | 'playing' | 'paused' | 'failed';

export interface Playback {
  status: PlaybackStatus;
  /** Milliseconds. */
  at: number;
  duration: number;
  rate: PlaybackRate;
  /** Plays or pauses. */
  toggle(): void;
  seek(ms: number): void;
  setRate(rate: PlaybackRate): void;
}
