// A remote's access to the sound service of the host, which is built into the remote.
// This import uses the package name, so a remote gets the host's instance; a relative import would bundle a second
// copy.
import { type HostSound, lentSound } from '@amber/client/remote';

export type {
  ActiveRecording,
  HostSound,
  PlaybackRate,
  PlayerState,
  RecordingState,
  SpeechState,
  SpeechTrack,
  Track,
} from '@amber/client/remote';

/** Returns the sound service of the host; null with a host that has none, whose module lacks `lentSound` as well. */
export const hostSound = (): HostSound | null => (lentSound as typeof lentSound | undefined)?.() ?? null;
