// How far a file has come, and the way to call it off.
import { CloseIcon } from '@amber/ui/icons';
import { ProgressRing } from '@amber/ui/ProgressRing';
import { strings } from '../strings.ts';
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
    <ProgressRing label={doing === 'upload' ? strings.uploading(name) : strings.downloading(name)} percent={percent} />
    <button type="button" className={styles.cancel} aria-label={strings.cancel} tabIndex={tabIndex} onClick={onCancel}>
      <CloseIcon />
    </button>
  </span>
);
