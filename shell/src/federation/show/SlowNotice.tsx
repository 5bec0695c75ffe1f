// Informs the user that loading takes long, and offers an alternative if there is one.
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { useEffect } from 'react';
import { words } from '../../words/gen/app.ts';
import { markSlow, useIsSlow } from './slowFiles.ts';
import styles from './SlowNotice.module.css';

interface SlowNoticeProps {
  /** The files that are loading: `host`, or a release's key. */
  of: string;
  title: string;
  /** Shows the previous version, if there is one; otherwise the page can be reloaded. */
  onPrevious?: (() => void) | undefined;
}

/** Renders nothing until loading is slow. */
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

/** Rendered while something loads: marks it as slow after a delay. */
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
