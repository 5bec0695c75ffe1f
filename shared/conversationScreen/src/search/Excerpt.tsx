// The excerpt of a search result, with the matches highlighted.
import type { SearchHit } from '@amber/client/bus';
import type { ReactNode } from 'react';
import styles from './search.module.css';

export function Excerpt({ hit: { excerpt, ranges } }: { hit: Pick<SearchHit, 'excerpt' | 'ranges'> }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    parts.push(excerpt.slice(from, start), <mark key={start}>{excerpt.slice(start, end)}</mark>);
    from = end;
  }
  parts.push(excerpt.slice(from));
  return (
    <span className={styles.excerpt} dir="auto">
      {parts}
    </span>
  );
}
