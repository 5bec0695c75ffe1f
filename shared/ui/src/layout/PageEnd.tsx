// The end of what has come of a list: reaching it brings the next page.
import { useEffect, useRef } from 'react';
import { Button } from '../form/Button.tsx';
import { words } from '../words/gen/ui.ts';
import styles from './PageEnd.module.css';

/**
 * Calls `onReached` a little before it is seen; it is a button too, for who does not scroll.
 * Give it a key that changes with every page, so that one that is still in view is reached again.
 */
export function PageEnd({ onReached }: { onReached(): void }) {
  const end = useRef<HTMLDivElement>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    reached.current = onReached;
  });
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached.current(), {
      rootMargin: '400px',
    });
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={end} className={styles.end}>
      <Button look="quiet" onClick={onReached}>
        {words.loadMore}
      </Button>
    </div>
  );
}
