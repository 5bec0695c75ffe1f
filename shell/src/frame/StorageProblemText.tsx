// What is wrong with this browser's storage, and what to do about it.
import type { StorageProblem } from '@amber/client/bus';
import { AlertIcon } from '@amber/ui/icons';
import { words } from '../words/gen/storage.ts';
import styles from './StorageProblemText.module.css';

export const StorageProblemText = ({ problem }: { problem: StorageProblem }) => (
  <p className={styles.notice}>
    <AlertIcon />
    {words[problem]}
  </p>
);
