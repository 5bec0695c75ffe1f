// Placeholder rows of a loading view; invisible for the first 150 ms, so that a quick answer causes no flash.
import type { CSSProperties } from 'react';
import { words } from '../words/gen/ui.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  rows?: number;
  /** 'list' has a circle before two lines, 'lines' has only lines. */
  variant?: 'list' | 'lines';
}

/** Renders the placeholder rows. */
export function Skeleton({ rows = 6, variant = 'list' }: SkeletonProps) {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <VisuallyHidden>{words.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles[variant]} style={{ '--long': `${72 - ((row * 17) % 40)}%` } as CSSProperties}>
          {variant === 'list' && <span className={styles.round} />}
          <span className={styles.text}>
            <span className={styles.short} />
            <span className={styles.long} />
          </span>
        </div>
      ))}
    </div>
  );
}
