// The shape of a feature while it is being loaded.
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Panes } from '@amber/ui/Panes';
import { Skeleton } from '@amber/ui/Skeleton';
import { useEffect, useState } from 'react';
import { words } from '../words/gen/app.ts';
import styles from './RemoteSkeleton.module.css';

interface RemoteSkeletonProps {
  /** Offered when loading takes very long. */
  onPrevious?: (() => void) | undefined;
}

/** A list and an empty pane; visible only when loading takes longer than a moment. */
export function RemoteSkeleton({ onPrevious }: RemoteSkeletonProps) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), limits.previousOfferedAfter);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      <Panes
        showing="list"
        list={
          <div className={styles.list}>
            <Skeleton rows={8} />
          </div>
        }
        main={null}
      />
      {isSlow && onPrevious && (
        <div className={styles.slow} role="status">
          <p>{words.remote.slow}</p>
          <Button onClick={onPrevious}>{words.remote.usePrevious}</Button>
        </div>
      )}
    </>
  );
}
