// The end of what has come: reaching it brings the next page.
import { Button } from '@amber/ui/Button';
import { useEffect, useRef } from 'react';
import { strings } from './strings.ts';
import styles from './FeedEnd.module.css';

/** Asks a little before it is seen. It is a button too, for whoever does not scroll. */
export function FeedEnd({ onReached }: { onReached(): void }) {
  const end = useRef<HTMLDivElement>(null);
  const reached = useRef(onReached);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached.current(), { rootMargin: '400px' });
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} className={styles.end}><Button look="quiet" onClick={onReached}>{strings.loadMore}</Button></div>;
}
