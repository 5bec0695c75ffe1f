// Shows what plays to the system, and obeys its media keys.
import type { PlayerState } from '@amber/client/remote';

/** What the system shows of a player. */
export type ShownState = Pick<PlayerState, 'status' | 'at' | 'duration' | 'rate'> & {
  track: { id: string; title: string } | null;
};

/** Seconds that the keys for seeking move by, unless the system names another number. */
const seekStep = 5;
const actions = ['play', 'pause', 'seekbackward', 'seekforward', 'stop'] as const;

export interface MediaKeys {
  resume(): void;
  pause(): void;
  /** Moves by milliseconds. */
  seekBy(milliseconds: number): void;
  stop(): void;
}

interface MediaSessionPorts {
  session: MediaSession | undefined;
  Metadata: typeof MediaMetadata;
  /** What the system shows above the name of the sender. */
  title(): string;
}

/** Returns a function that takes each state of what plays. Without a track the session is cleared. */
export function createMediaSession({ session, Metadata, title }: MediaSessionPorts, keys: MediaKeys) {
  const handlers: Record<(typeof actions)[number], MediaSessionActionHandler> = {
    play: () => keys.resume(),
    pause: () => keys.pause(),
    seekbackward: ({ seekOffset }) => keys.seekBy(-(seekOffset || seekStep) * 1_000),
    seekforward: ({ seekOffset }) => keys.seekBy((seekOffset || seekStep) * 1_000),
    stop: () => keys.stop(),
  };
  /** The id of the track that the session shows. */
  let shown = '';

  function setHandlers(isActive: boolean): void {
    for (const action of actions) {
      try {
        session?.setActionHandler(action, isActive ? handlers[action] : null);
      } catch {
        // The browser does not know this action.
      }
    }
  }

  return ({ track, status, at, duration, rate }: ShownState): void => {
    if (!session) return;
    if ((track?.id ?? '') !== shown) {
      shown = track?.id ?? '';
      session.metadata = track && new Metadata({ title: title(), artist: track.title });
      setHandlers(track !== null);
      if (!track) session.setPositionState?.();
    }
    session.playbackState = !track ? 'none' : status === 'playing' ? 'playing' : 'paused';
    if (track && duration > 0)
      session.setPositionState?.({
        duration: duration / 1_000,
        position: Math.min(at, duration) / 1_000,
        playbackRate: rate,
      });
  };
}
