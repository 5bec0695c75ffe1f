// Says that something takes long, and offers the way out there is.
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { useEffect } from 'react';
import { words } from '../../words/gen/app.ts';
import { markSlow, useIsSlow } from './slowFiles.ts';
import styles from './SlowNotice.module.css';

interface SlowNoticeProps {
  /** What is waited for: `host`, or a release's key. */
  of: string;
  title: string;
  /** Shows the version before, where there is one; otherwise the page can be loaded again. */
  onPrevious?: (() => void) | undefined;
}

/** Nothing, until it is late. */
export function SlowNotice({ of, title, onPrevious }: SlowNoticeProps) {
  const isSlow = useIsSlow(of);
  return (
    <div role="status">
      {isSlow && (
        <div className={styles.notice}>
          <p>{words.remote.slow({ title })}</p>
          {onPrevious ? (
            <Button onClick={onPrevious}>{words.remote.usePrevious}</Button>
          ) : (
            <Button onClick={() => location.reload()}>{words.remote.reload}</Button>
          )}
        </div>
      )}
    </div>
  );
}

/** To be shown while something is waited for: notes when that takes long. */
export function SlowTimer({ of }: Pick<SlowNoticeProps, 'of'>) {
  useEffect(() => {
    let unmarkSlow = () => {};
    const timer = setTimeout(() => {
      unmarkSlow = markSlow(of);
    }, limits.previousOfferedAfter);
    return () => {
      clearTimeout(timer);
      unmarkSlow();
    };
  }, [of]);
  return null;
}
