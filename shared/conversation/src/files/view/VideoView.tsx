// A video in the timeline: a still picture with its length; pressing it opens the viewer, which plays it.
import { cx } from '@amber/ui/cx';
import { PlayIcon, VideoIcon } from '@amber/ui/fileIcons';
import { formatDuration } from '@amber/words/formats';
import { useState } from 'react';
import type { FileViewProps } from './fileViewProps.ts';
import { words } from '../../words/gen/files.ts';
import { TransferCover } from './TransferCover.tsx';
import { useTransfer } from './useTransfer.ts';
import { useObjectUrl } from './useObjectUrl.ts';
import styles from './media.module.css';

/** Fills its container. The video is fetched when it is opened. */
export function VideoView(props: FileViewProps) {
  const { row, body, reader, tabIndex } = props;
  const { blob, transfer } = useTransfer(row.message, reader.files);
  const url = useObjectUrl(blob);
  const [broken, setBroken] = useState(false);
  const { name } = body;
  const { preview } = body.file;
  const canOpen = !broken && (transfer.is === 'done' || transfer.is === 'away');
  return (
    <div className={styles.media}>
      {preview ? (
        <img className={cx(styles.preview, styles.poster)} src={preview} alt="" />
      ) : (
        !url && (
          <span className={styles.kind}>
            <VideoIcon />
          </span>
        )
      )}
      {url && !broken && (
        // The first frame, which is sharper than the preview.
        <video
          className={styles.image}
          src={url}
          muted
          playsInline
          preload="metadata"
          aria-hidden="true"
          tabIndex={-1}
          onError={() => setBroken(true)}
        />
      )}
      {canOpen && (
        <button
          type="button"
          className={styles.open}
          tabIndex={tabIndex}
          aria-label={words.playVideo({ name })}
          onClick={() => reader.onOpenPicture(row.message.id)}
        >
          <span className={styles.playDisc}>
            <PlayIcon />
          </span>
        </button>
      )}
      {body.duration !== undefined && <span className={styles.length}>{formatDuration(body.duration)}</span>}
      {!canOpen && <TransferCover {...props} transfer={transfer} problem={broken ? words.notPlayed : ''} />}
    </div>
  );
}
