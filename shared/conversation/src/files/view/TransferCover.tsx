// Covers a picture or a video that is not downloaded or uploaded yet: its progress and the available actions.
import type { ComponentType } from 'react';
import type { FileSource } from '../../kit/fileSource.ts';
import { formatSize } from '@amber/words/formats';
import { Progress } from './Progress.tsx';
import { words } from '../../words/gen/files.ts';
import type { Transfer } from './transfer.ts';
import styles from './media.module.css';

interface TransferCoverProps {
  transfer: Transfer;
  files: FileSource;
  id: string;
  name: string;
  size: number;
  /** The accessible name of the download button. */
  label: string;
  Icon: ComponentType;
  tabIndex: number;
  onFetch?(): void;
}

/** Renders nothing while the file is available or its state is unknown. */
export function TransferCover({ transfer, files, id, name, size, label, Icon, tabIndex, onFetch }: TransferCoverProps) {
  const fetch = () => {
    onFetch?.();
    files.fetch(id);
  };
  if (transfer.is === 'under way') {
    const { doing, percent } = transfer;
    return (
      <span className={styles.cover}>
        <span className={styles.disc}>
          <Progress
            doing={doing}
            percent={percent}
            name={name}
            tabIndex={tabIndex}
            onCancel={() => files.stop(id, doing)}
          />
        </span>
      </span>
    );
  }
  if (transfer.is === 'failed') {
    return (
      <span className={styles.cover}>
        <span className={styles.plate} role="alert">
          {transfer.sentence}
        </span>
        <button type="button" className={styles.pill} tabIndex={tabIndex} onClick={fetch}>
          {words.retry}
        </button>
      </span>
    );
  }
  if (transfer.is !== 'away') return null;
  return (
    <span className={styles.cover}>
      <button type="button" className={styles.pill} aria-label={label} tabIndex={tabIndex} onClick={fetch}>
        <Icon />
        {formatSize(size)}
      </button>
    </span>
  );
}
