// The progress of a transfer, with a button to cancel it.
import { CloseIcon } from '@amber/ui/icons';
import { ProgressRing } from '@amber/ui/ProgressRing';
import type { FileSource } from '../../kit/fileSource.ts';
import { words } from '../../words/gen/files.ts';
import type { TransferUnderWay } from './transfer.ts';
import styles from './Progress.module.css';

interface ProgressProps {
  transfer: TransferUnderWay;
  /** The id of the message. */
  id: string;
  /** The name of the file. */
  name: string;
  files: FileSource;
  tabIndex: number;
}

/** A ring around the button 'Cancel'. */
export const Progress = ({ transfer: { doing, percent }, id, name, files, tabIndex }: ProgressProps) => (
  <span className={styles.progress}>
    <ProgressRing
      label={doing === 'upload' ? words.uploading({ name }) : words.downloading({ name })}
      percent={percent}
    />
    <button
      type="button"
      className={styles.cancel}
      aria-label={words.cancel}
      tabIndex={tabIndex}
      onClick={() => files.stop(id, doing)}
    >
      <CloseIcon />
    </button>
  </span>
);
