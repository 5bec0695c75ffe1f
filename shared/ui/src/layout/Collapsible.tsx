// A section that is collapsed at first, for content that few people need at once.
import type { ReactNode } from 'react';
import { ChevronIcon } from '../icons/icons.tsx';
import styles from './Collapsible.module.css';

interface CollapsibleProps {
  title: string;
  /** Whether it is open initially. */
  open?: boolean;
  children: ReactNode;
}

/** Renders the native `details` element, which has keyboard and screen reader support and opens for "find in page". */
export const Collapsible = ({ title, open = false, children }: CollapsibleProps) => (
  <details className={styles.fold} open={open}>
    <summary className={styles.title}>
      <span>{title}</span>
      <ChevronIcon />
    </summary>
    <div className={styles.inside}>{children}</div>
  </details>
);
