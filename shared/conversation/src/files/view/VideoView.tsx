// A video in the timeline: a still picture until it is played, then the browser's own player.
import { PlayIcon, VideoIcon } from '@amber/ui/fileIcons';
import { formatDuration } from '@amber/words/formats';
import { useRef, useState } from 'react';
import type { FileViewProps } from './fileViewProps.ts';
import { words } from '../../words/gen/files.ts';
import { TransferCover } from './TransferCover.tsx';
import { useTransfer } from './useTransfer.ts';
import { useObjectUrl } from './useObjectUrl.ts';
import { useExclusivePlayback } from './useExclusivePlayback.ts';
import styles from './media.module.css';

/** Fills its container. The video is fetched when the user plays it, and starts at once. */
export function VideoView(props: FileViewProps) {
  const { row, body, reader, tabIndex } = props;
  const { blob, transfer } = useTransfer(row.message, reader.files);
  const url = useObjectUrl(blob);
  const [shouldPlay, setShouldPlay] = useState(false);
  const [broken, setBroken] = useState(false);
  const player = useRef<HTMLVideoElement>(null);
  useExclusivePlayback(player);
  const { name } = body;
  const { preview } = body.file;
  return (
    <div className={styles.media}>
      {url && !broken ? (
        <video
          ref={player}
          className={styles.video}
          src={url}
          poster={preview}
          controls
          autoPlay={shouldPlay}
          playsInline
          preload="metadata"
          tabIndex={tabIndex}
          aria-label={name}
          onError={() => setBroken(true)}
        />
      ) : preview ? (
        <img className={styles.preview} src={preview} alt="" />
      ) : (
        transfer.is === 'unknown' && (
          <span className={styles.kind}>
            <VideoIcon />
          </span>
        )
      )}
      {!url && body.duration !== undefined && <span className={styles.length}>{formatDuration(body.duration)}</span>}
      <TransferCover
        {...props}
        transfer={transfer}
        label={words.playVideo({ name })}
        Icon={PlayIcon}
        problem={broken ? words.notPlayed : ''}
        onFetch={() => setShouldPlay(true)}
      />
    </div>
  );
}
