// The sentinel at the end of a paginated list, which loads the next page.
import { useEffect, useRef } from 'react';
import { Button } from '../form/Button.tsx';
import { words } from '../words/gen/ui.ts';
import styles from './LoadMore.module.css';

/**
 * Calls `onLoadMore` shortly before it scrolls into view; it is also a button, for people who do not scroll. Give it a
 * key that changes with every page, so that one that is still in view triggers again.
 */
export function LoadMore({ onLoadMore }: { onLoadMore(): void }) {
  const sentinel = useRef<HTMLDivElement>(null);
  const latestCallback = useRef(onLoadMore);
  useEffect(() => {
    latestCallback.current = onLoadMore;
  });
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latestCallback.current(), {
      rootMargin: '400px',
    });
    observer.observe(sentinel.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={sentinel} className={styles.end}>
      <Button variant="quiet" onClick={onLoadMore}>
        {words.loadMore}
      </Button>
    </div>
  );
}
