// Words for screen readers alone.
import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** Text that is read but not seen. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={styles.hidden}>{children}</span>
);
