// Over the place of a picture or a video that is not here, or not there yet: how far it is, and what can be done.
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
  /** What brings it, when it is pressed. */
  label: string;
  Icon: ComponentType;
  tabIndex: number;
  onFetch?(): void;
}

/** Nothing while there is nothing to say. */
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
