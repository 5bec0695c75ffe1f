// A video in the timeline: a still picture until it is played, then the browser's own player.
import { PlayIcon, VideoIcon } from '@amber/ui/fileIcons';
import { DownloadIcon } from '@amber/ui/moreIcons';
import { useRef, useState } from 'react';
import { formatDuration } from './fileNames.ts';
import type { FileViewProps } from './fileViewProps.ts';
import { words } from '../../words/gen/files.ts';
import { transferOf } from './transfer.ts';
import { TransferCover } from './TransferCover.tsx';
import { useFileState } from './useFileState.ts';
import { useObjectUrl } from './useObjectUrl.ts';
import { useExclusivePlayback } from './useExclusivePlayback.ts';
import styles from './media.module.css';

/** Fills its container. The video is fetched when the user plays it, and starts at once. */
export function VideoView({ row, body, reader, tabIndex }: FileViewProps) {
  const { id } = row.message;
  const { files } = reader;
  const state = useFileState(files, id);
  const url = useObjectUrl(state.blob);
  const [shouldPlay, setShouldPlay] = useState(false);
  const [broken, setBroken] = useState(false);
  const player = useRef<HTMLVideoElement>(null);
  useExclusivePlayback(player);
  const transfer = transferOf(row.message, body, state);
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
      {broken && (
        <span className={styles.cover}>
          <span className={styles.plate}>{words.notPlayed}</span>
          <button type="button" className={styles.pill} tabIndex={tabIndex} onClick={() => files.save(row.message)}>
            <DownloadIcon />
            {words.download}
          </button>
        </span>
      )}
      {!url && body.duration !== undefined && <span className={styles.length}>{formatDuration(body.duration)}</span>}
      <TransferCover
        transfer={transfer}
        files={files}
        id={id}
        name={name}
        size={body.size}
        label={words.playVideo({ name })}
        Icon={PlayIcon}
        tabIndex={tabIndex}
        onFetch={() => setShouldPlay(true)}
      />
    </div>
  );
}
