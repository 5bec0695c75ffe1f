// The port of speech to text, which each kind of service implements.

export interface SessionResult {
  text: string;
  /** The number of samples that the service has processed: it may end a session at a long silence. */
  samples: number;
}

export interface SessionOptions {
  /** The host of the service that may hear the sound. */
  host: string;
  /** Called when more text has arrived; `text` returns all of it so far, which is untrusted but bounded. */
  onText(text: () => string): void;
  signal: AbortSignal;
}

/**
 * Converts one session of sound.
 * @throws Fault SPEECH_FAILED, SPEECH_BUSY, SPEECH_CHANGED, CANCELLED when the signal aborts, and those of the
 * gateway's calls
 */
export type TranscribeSession = (pcm: Int16Array, options: SessionOptions) => Promise<SessionResult>;
