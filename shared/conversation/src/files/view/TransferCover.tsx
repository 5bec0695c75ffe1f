// Covers a picture or a video that cannot be shown, yet or at all: its progress and the available actions.
import { DownloadIcon } from '@amber/ui/moreIcons';
import { formatSize } from '@amber/words/formats';
import type { FileViewProps } from './fileViewProps.ts';
import { Progress } from './Progress.tsx';
import { words } from '../../words/gen/files.ts';
import type { Transfer } from './transfer.ts';
import styles from './media.module.css';

interface TransferCoverProps extends FileViewProps {
  transfer: Transfer;
  /** Why the file on this device cannot be shown; empty if it can. */
  problem: string;
  onFetch?(): void;
}

/** Renders nothing while the file is available or its state is unknown. */
export function TransferCover({ row, body, reader, tabIndex, transfer, problem, onFetch }: TransferCoverProps) {
  const { files } = reader;
  const { id } = row.message;
  const size = formatSize(body.size);
  const button = { type: 'button', className: styles.pill, tabIndex } as const;
  const fetch = () => {
    onFetch?.();
    files.fetch(id);
  };
  return (
    <>
      {problem && (
        <span className={styles.cover}>
          <span className={styles.plate}>{problem}</span>
          <button {...button} onClick={() => files.save(row.message)}>
            <DownloadIcon />
            {words.download}
          </button>
        </span>
      )}
      {transfer.is === 'under way' && (
        <span className={styles.cover}>
          <span className={styles.disc}>
            <Progress transfer={transfer} id={id} name={body.name} files={files} tabIndex={tabIndex} />
          </span>
        </span>
      )}
      {transfer.is === 'failed' && (
        <span className={styles.cover}>
          <span className={styles.plate} role="alert">
            {transfer.sentence}
          </span>
          <button {...button} title={transfer.sentence} onClick={fetch}>
            {words.retry}
          </button>
        </span>
      )}
      {transfer.is === 'away' && (
        <span className={styles.cover}>
          <button {...button} aria-label={words.downloadSize({ name: body.name, size })} onClick={fetch}>
            <DownloadIcon />
            {size}
          </button>
        </span>
      )}
    </>
  );
}
