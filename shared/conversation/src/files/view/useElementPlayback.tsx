// Playback by an <audio> element of its own: in a host without a player, and for a recording that is not sent yet.
import type { PlaybackRate } from '@amber/client/sound';
import { type ReactNode, useRef, useState } from 'react';
import type { Playback, PlaybackStatus } from './playback.ts';
import { useExclusivePlayback } from './useExclusivePlayback.ts';
import { useObjectUrl } from './useObjectUrl.ts';

/**
 * Returns the playback of a sound, and the element to render. Without a blob, `onMissing` requests it, and it is played
 * when it arrives.
 */
export function useElementPlayback(
  blob: Blob | null,
  knownDuration: number,
  onMissing?: () => void,
): [playback: Playback, element: ReactNode] {
  const url = useObjectUrl(blob);
  const player = useRef<HTMLAudioElement>(null);
  useExclusivePlayback(player);
  const [status, setStatus] = useState<PlaybackStatus>('idle');
  const [at, setAt] = useState(0);
  const [rate, setRate] = useState<PlaybackRate>(1);
  const [loadedDuration, setLoadedDuration] = useState(0);
  const playback: Playback = {
    status,
    at,
    duration: loadedDuration || knownDuration,
    rate,
    toggle() {
      if (!url) {
        setStatus('loading');
        onMissing?.();
      } else if (status === 'playing') player.current?.pause();
      else void player.current?.play().catch(() => setStatus('failed'));
    },
    seek(ms) {
      setAt(ms);
      if (player.current) player.current.currentTime = ms / 1000;
    },
    setRate(next) {
      setRate(next);
      if (player.current) player.current.playbackRate = next;
    },
  };
  const element = url && (
    <audio
      ref={player}
      src={url}
      preload="metadata"
      autoPlay={status === 'loading'}
      onPlay={({ currentTarget }) => {
        currentTarget.playbackRate = rate;
        setStatus('playing');
      }}
      onPause={() => setStatus('paused')}
      onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime * 1000)}
      onEnded={() => setAt(0)}
      onLoadedMetadata={({ currentTarget }) => {
        if (Number.isFinite(currentTarget.duration)) setLoadedDuration(currentTarget.duration * 1000);
        if (at > 0) currentTarget.currentTime = at / 1000;
      }}
      onError={() => setStatus('failed')}
    />
  );
  return [playback, element];
}
