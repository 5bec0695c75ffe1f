// The progress of a transfer, with a button to cancel it.
import { CloseIcon } from '@amber/ui/icons';
import { ProgressRing } from '@amber/ui/ProgressRing';
import { words } from '../../words/gen/files.ts';
import styles from './Progress.module.css';

interface ProgressProps {
  doing: 'upload' | 'download';
  percent: number;
  name: string;
  tabIndex: number;
  onCancel(): void;
}

/** A ring around the button 'Cancel'. */
export const Progress = ({ doing, percent, name, tabIndex, onCancel }: ProgressProps) => (
  <span className={styles.progress}>
    <ProgressRing
      label={doing === 'upload' ? words.uploading({ name }) : words.downloading({ name })}
      percent={percent}
    />
    <button type="button" className={styles.cancel} aria-label={words.cancel} tabIndex={tabIndex} onClick={onCancel}>
      <CloseIcon />
    </button>
  </span>
);
