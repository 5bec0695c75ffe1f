// What few people need at once, behind a line that opens it.
import type { ReactNode } from 'react';
import { ChevronIcon } from '../icons/icons.tsx';
import styles from './Collapsible.module.css';

interface CollapsibleProps {
  title: string;
  /** Whether it is open at first. */
  open?: boolean;
  children: ReactNode;
}

/** The browser's own element, so that keys and screen readers know it, and "find in page" opens it. */
export const Collapsible = ({ title, open = false, children }: CollapsibleProps) => (
  <details className={styles.fold} open={open}>
    <summary className={styles.title}>
      <span>{title}</span>
      <ChevronIcon />
    </summary>
    <div className={styles.inside}>{children}</div>
  </details>
);
