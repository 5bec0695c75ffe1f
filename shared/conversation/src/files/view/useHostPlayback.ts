// Playback of a voice message by the player of the app, which continues when the conversation is closed.
import type { HostSound, PlayerState, Track } from '@amber/client/sound';
import { useEffect, useState } from 'react';
import type { Playback } from './playback.ts';

type HostPlayer = HostSound['player'];

/**
 * Returns the playback of one track. While the player is busy with another track, this one keeps the position from
 * which it will be played.
 */
export function useHostPlayback(player: HostPlayer, track: Track): Playback {
  const { id, duration } = track;
  /** Null while this track is not the player's: the states of other tracks must not render this one. */
  const [state, setState] = useState<PlayerState | null>(null);
  const [startAt, setStartAt] = useState<number | null>(null);
  /** Whether the code of the player is being loaded. */
  const [isStarting, setIsStarting] = useState(false);
  useEffect(() => {
    const subscription = player.state$.subscribe((next) => {
      setState(next.track?.id === id ? next : null);
      setIsStarting(false);
    });
    return () => subscription.unsubscribe();
  }, [player, id]);
  const rate = state?.rate ?? 1;
  const setRate = (next: typeof rate) => player.setRate(next);
  if (!state || state.status === 'failed')
    return {
      status: isStarting ? 'loading' : state ? 'failed' : 'idle',
      at: startAt ?? 0,
      duration,
      rate,
      toggle() {
        setIsStarting(true);
        setStartAt(null);
        player.play(track, startAt ?? undefined);
      },
      seek: setStartAt,
      setRate,
    };
  return {
    status: state.status,
    at: state.at,
    duration: state.duration || duration,
    rate,
    toggle: () => (state.status === 'paused' ? player.resume() : player.pause()),
    seek: (ms) => player.seek(ms),
    setRate,
  };
}
