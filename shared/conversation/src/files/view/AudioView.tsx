// An audio file in the timeline, with its own player.
import { PauseIcon, PlayIcon } from '@amber/ui/fileIcons';
import { type CSSProperties, useRef, useState } from 'react';
import { FileName } from './FileName.tsx';
import { formatDuration, formatSize } from '@amber/words/formats';
import type { FileViewProps } from './fileViewProps.ts';
import { Progress } from './Progress.tsx';
import { words } from '../../words/gen/files.ts';
import { useTransfer } from './useTransfer.ts';
import { useObjectUrl } from './useObjectUrl.ts';
import { useExclusivePlayback } from './useExclusivePlayback.ts';
import styles from './AudioView.module.css';

const rates = [1, 1.5, 2] as const;
/** The number of steps of the seek bar; an arrow key moves by one. */
const steps = 100;

/**
 * A play button, a seek bar and the playback rate. The file is fetched when it is first played. Only one player plays
 * at a time.
 */
export function AudioView({ row, body, reader, tabIndex }: FileViewProps) {
  const { id } = row.message;
  const { files } = reader;
  const { blob, transfer } = useTransfer(row.message, files);
  const url = useObjectUrl(blob);
  const player = useRef<HTMLAudioElement>(null);
  useExclusivePlayback(player);
  const [shouldPlay, setShouldPlay] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [broken, setBroken] = useState(false);
  const [at, setAt] = useState(0);
  const [rate, setRate] = useState<(typeof rates)[number]>(1);
  const [loadedDuration, setLoadedDuration] = useState(0);
  const whole = loadedDuration || (body.duration ?? 0) / 1000;
  const togglePlayback = () => {
    if (!url) {
      setShouldPlay(true);
      files.fetch(id);
    } else if (playing) {
      player.current?.pause();
    } else {
      void player.current?.play().catch(() => setBroken(true));
    }
  };
  const cycleRate = () => {
    const next = rates[(rates.indexOf(rate) + 1) % rates.length]!;
    setRate(next);
    if (player.current) player.current.playbackRate = next;
  };
  const problem = broken ? words.notPlayed : transfer.is === 'failed' ? transfer.sentence : '';
  const times =
    whole > 0 ? `${formatDuration(at * 1000)} / ${formatDuration(whole * 1000)}` : formatDuration(at * 1000);
  return (
    <div className={styles.audio}>
      {url && (
        <audio
          ref={player}
          src={url}
          preload="metadata"
          autoPlay={shouldPlay}
          onPlay={({ currentTarget }) => {
            currentTarget.playbackRate = rate;
            setPlaying(true);
          }}
          onPause={() => setPlaying(false)}
          onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
          onLoadedMetadata={({ currentTarget: { duration } }) =>
            Number.isFinite(duration) && setLoadedDuration(duration)
          }
          onError={() => setBroken(true)}
        />
      )}
      {transfer.is === 'under way' ? (
        <span className={styles.under}>
          <Progress transfer={transfer} id={id} name={body.name} files={files} tabIndex={tabIndex} />
        </span>
      ) : (
        <button
          type="button"
          className={styles.play}
          aria-label={playing ? words.pause : words.play}
          tabIndex={tabIndex}
          disabled={broken}
          onClick={togglePlayback}
        >
          {playing ? <PauseIcon /> : <PlayIcon />}
        </button>
      )}
      <div className={styles.about}>
        <FileName name={body.name} />
        <input
          className={styles.place}
          style={{ '--played': whole > 0 ? at / whole : 0 } as CSSProperties}
          type="range"
          dir="ltr" // in a player, time runs from left to right in every language
          min={0}
          max={whole || 1}
          step={(whole || 1) / steps}
          value={at}
          aria-label={words.position}
          aria-valuetext={words.positionOf({ at: formatDuration(at * 1000), whole: formatDuration(whole * 1000) })}
          disabled={!url}
          tabIndex={tabIndex}
          onChange={({ target }) => {
            setAt(Number(target.value));
            if (player.current) player.current.currentTime = Number(target.value);
          }}
        />
        <span className={styles.line}>
          {problem ? (
            <span className={styles.problem} role="alert">
              {problem}
            </span>
          ) : (
            <span>{url || body.duration !== undefined ? times : formatSize(body.size)}</span>
          )}
          <button
            type="button"
            className={styles.speed}
            aria-label={words.speed({ rate })}
            tabIndex={tabIndex}
            onClick={cycleRate}
          >
            {words.rate({ rate })}
          </button>
        </span>
      </div>
    </div>
  );
}
