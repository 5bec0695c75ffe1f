// What plays a spoken message: a stream of samples, or a voice of this device.
import type { SpeechState } from '@amber/client/remote';

export type SpeechProgress = Pick<SpeechState, 'at' | 'duration' | 'textFrom' | 'textTo'> & {
  status: Exclude<SpeechState['status'], 'failed'>;
};

export interface SpeechListener {
  onProgress(progress: SpeechProgress): void;
  /** It has played to its end. */
  onEnd(): void;
}

export interface SpeechOutput {
  pause(): void;
  resume(): void;
  /** Releases everything; nothing is reported afterwards. */
  stop(): void;
}
