// Text that is only for screen readers.
import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** Renders text that is announced but not visible. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={styles.hidden}>{children}</span>
);
