// The controls of a voice player: play, a waveform to seek in, the time and the speed.
import { nextRate } from '@amber/client/playbackRates';
import { cx } from '@amber/ui/cx';
import { PauseIcon, PlayIcon } from '@amber/ui/fileIcons';
import { formatDuration } from '@amber/words/formats';
import type { ReactNode } from 'react';
import { words as fileWords } from '../../words/gen/files.ts';
import type { Playback } from './playback.ts';
import { Waveform } from './Waveform.tsx';
import styles from './VoicePlayer.module.css';

/** An arrow key moves by one of these steps. */
const steps = 50;

interface VoicePlayerProps {
  playback: Playback;
  waveform: readonly number[] | undefined;
  tabIndex?: number | undefined;
  /** Shown instead of the play button, such as the progress of a download. */
  progress?: ReactNode;
  /** Replaces the time. */
  problem?: string;
  /** Further controls on the line below the waveform. */
  children?: ReactNode;
}

/** The waveform is a slider: time runs from left to right in every language, as in other players. */
export function VoicePlayer({ playback, waveform, tabIndex, progress, problem, children }: VoicePlayerProps) {
  const { status, at, duration, rate } = playback;
  const isPlaying = status === 'playing';
  const shownAt = Math.min(at, duration);
  const place = formatDuration(shownAt);
  const whole = formatDuration(duration);
  return (
    <div className={styles.player}>
      {progress ?? (
        <button
          type="button"
          className={cx(styles.play, status === 'loading' && styles.waits)}
          aria-label={isPlaying ? fileWords.pause : fileWords.play}
          aria-busy={status === 'loading' || undefined}
          tabIndex={tabIndex}
          onClick={playback.toggle}
        >
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </button>
      )}
      <div className={styles.about}>
        <div className={styles.place} dir="ltr">
          <Waveform values={waveform} played={duration > 0 ? shownAt / duration : 0} />
          <input
            className={styles.slider}
            type="range"
            dir="ltr"
            min={0}
            max={duration || 1}
            step={(duration || 1) / steps}
            value={shownAt}
            aria-label={fileWords.position}
            aria-valuetext={fileWords.positionOf({ at: place, whole })}
            tabIndex={tabIndex}
            onChange={({ target }) => playback.seek(Number(target.value))}
          />
        </div>
        <div className={styles.line}>
          {problem ? (
            <span className={styles.problem} role="alert">
              {problem}
            </span>
          ) : (
            <span className={styles.time} dir="ltr">
              {status === 'idle' && at === 0 ? whole : `${place} / ${whole}`}
            </span>
          )}
          {children}
          {status !== 'idle' && (
            <button
              type="button"
              className={styles.speed}
              aria-label={fileWords.speed({ rate })}
              tabIndex={tabIndex}
              onClick={() => playback.setRate(nextRate(rate))}
            >
              {fileWords.rate({ rate })}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
