// Says that something takes long, and offers the way out there is.
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { useEffect } from 'react';
import { words } from '../../words/gen/app.ts';
import { noteLate, useIsLate } from './late.ts';
import styles from './LateNotice.module.css';

interface LateNoticeProps {
  /** What is waited for: `host`, or a release's key. */
  of: string;
  title: string;
  /** Shows the version before, where there is one; otherwise the page can be loaded again. */
  onPrevious?: (() => void) | undefined;
}

/** Nothing, until it is late. */
export function LateNotice({ of, title, onPrevious }: LateNoticeProps) {
  const isLate = useIsLate(of);
  return (
    <div role="status">
      {isLate && (
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
export function Waiting({ of }: Pick<LateNoticeProps, 'of'>) {
  useEffect(() => {
    let end = () => {};
    const timer = setTimeout(() => {
      end = noteLate(of);
    }, limits.previousOfferedAfter);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [of]);
  return null;
}
