// The player of a video in the viewer: play, seek, volume, speed and full screen, also by keyboard.
import { nextRate } from '@amber/client/playbackRates';
import type { PlaybackRate } from '@amber/client/remote';
import { FullScreenIcon, MutedIcon, PauseIcon, PlayIcon, VolumeIcon } from '@amber/ui/fileIcons';
import { IconButton } from '@amber/ui/IconButton';
import { formatDuration } from '@amber/words/formats';
import { type CSSProperties, type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { words } from '../../words/gen/files.ts';
import { useExclusivePlayback } from './useExclusivePlayback.ts';
import styles from './VideoPlayer.module.css';

/** In seconds: what J and L skip. */
const skip = 10;
const volumeStep = 0.1;

/** Performs what a key means for the player; returns whether it means anything. */
export type HandleKey = (event: KeyboardEvent) => boolean;

interface VideoPlayerProps {
  url: string;
  name: string;
  poster: string;
  /** In milliseconds, as the sender says; the file's own length replaces it. */
  duration: number | undefined;
  onError(): void;
  /** Gets the handler of the player's keys, for an element around it. */
  keys: Ref<HandleKey>;
}

/** Begins to play at once. A press on the picture pauses and resumes. */
export function VideoPlayer({ url, name, poster, duration = 0, onError, keys }: VideoPlayerProps) {
  const player = useRef<HTMLVideoElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  useExclusivePlayback(player);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(duration / 1000);
  const [volume, setVolume] = useState(1);
  const [muted, setMuted] = useState(false);
  const [rate, setRate] = useState<PlaybackRate>(1);
  const isSilent = muted || volume === 0;
  const toggle = () => {
    const video = player.current!;
    // A browser may refuse to start a video with sound before a press.
    if (video.paused) void video.play().catch(() => {});
    else video.pause();
  };
  const seek = (to: number) => {
    player.current!.currentTime = Math.min(Math.max(to, 0), length);
    setAt(player.current!.currentTime);
  };
  const changeVolume = (to: number) => {
    const next = Math.min(1, Math.max(0, to));
    player.current!.volume = next;
    player.current!.muted = false;
    setVolume(next);
    setMuted(false);
  };
  const toggleMuted = () => {
    player.current!.muted = !muted;
    setMuted(!muted);
  };
  const toggleFullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : stage.current!.requestFullscreen()).catch(() => {});
  const handlers: Record<string, () => void> = {
    ' ': toggle,
    k: toggle,
    j: () => seek(at - skip),
    l: () => seek(at + skip),
    m: toggleMuted,
    f: toggleFullScreen,
    ArrowUp: () => changeVolume(volume + volumeStep),
    ArrowDown: () => changeVolume(volume - volumeStep),
  };
  useImperativeHandle(keys, () => ({ key, target }) => {
    // A focused button or slider has its own use of these keys.
    const isOwnKey = (target as Element).matches('button') ? key === ' ' : (target as Element).matches('input');
    const handler = isOwnKey ? undefined : handlers[key];
    handler?.();
    return handler !== undefined;
  });
  const percent = (part: number, whole: number) => ({ '--part': whole > 0 ? part / whole : 0 }) as CSSProperties;
  return (
    <div ref={stage} className={styles.stage}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a person's own video has no captions */}
      <video
        ref={player}
        className={styles.video}
        src={url}
        poster={poster || undefined}
        aria-label={words.video({ name })}
        autoPlay
        playsInline
        onClick={toggle}
        onPlay={({ currentTarget }) => {
          currentTarget.playbackRate = rate;
          setPlaying(true);
        }}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget }) =>
          Number.isFinite(currentTarget.duration) && setLength(currentTarget.duration)
        }
        onError={onError}
      />
      <div className={styles.controls}>
        <IconButton label={playing ? words.pause : words.play} Icon={playing ? PauseIcon : PlayIcon} onClick={toggle} />
        <span className={styles.time}>{formatDuration(at * 1000)}</span>
        <input
          className={styles.slider}
          style={percent(at, length)}
          type="range"
          dir="ltr" // in a player, time runs from left to right in every language
          min={0}
          max={length || 1}
          step={(length || 1) / 100}
          value={at}
          aria-label={words.position}
          aria-valuetext={words.positionOf({ at: formatDuration(at * 1000), whole: formatDuration(length * 1000) })}
          onChange={({ target }) => seek(Number(target.value))}
        />
        <span className={styles.time}>{formatDuration(length * 1000)}</span>
        <IconButton
          label={isSilent ? words.unmute : words.mute}
          Icon={isSilent ? MutedIcon : VolumeIcon}
          onClick={toggleMuted}
        />
        <input
          className={styles.volume}
          style={percent(isSilent ? 0 : volume, 1)}
          type="range"
          dir="ltr"
          min={0}
          max={1}
          step={volumeStep}
          value={isSilent ? 0 : volume}
          aria-label={words.volume}
          onChange={({ target }) => changeVolume(Number(target.value))}
        />
        <button
          type="button"
          className={styles.speed}
          aria-label={words.speed({ rate })}
          onClick={() => {
            const next = nextRate(rate);
            setRate(next);
            player.current!.playbackRate = next;
          }}
        >
          {words.rate({ rate })}
        </button>
        <IconButton label={words.fullScreen} Icon={FullScreenIcon} onClick={toggleFullScreen} />
      </div>
    </div>
  );
}
