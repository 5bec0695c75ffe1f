// A section that is collapsed at first, for content that few people need at once.
import type { ReactNode } from 'react';
import { ChevronIcon } from '../icons/icons.tsx';
import styles from './Collapsible.module.css';

interface CollapsibleProps {
  title: string;
  /** Whether it is open initially. */
  open?: boolean;
  /** Called when it has been opened or closed. */
  onOpenChange?(open: boolean): void;
  children: ReactNode;
}

/** Renders the native `details` element, which has keyboard and screen reader support and opens for "find in page". */
export const Collapsible = ({ title, open = false, onOpenChange, children }: CollapsibleProps) => (
  <details
    className={styles.fold}
    open={open}
    {...(onOpenChange && { onToggle: (event) => onOpenChange(event.currentTarget.open) })}
  >
    <summary className={styles.title}>
      <span>{title}</span>
      <ChevronIcon />
    </summary>
    <div className={styles.inside}>{children}</div>
  </details>
);
