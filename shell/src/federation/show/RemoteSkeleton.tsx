// The skeleton of a feature while it loads.
import type { Place } from '@amber/proto';
import { isPathMatch } from '@amber/proto/pathRouting';
import { Panes } from '@amber/ui/Panes';
import { Skeleton } from '@amber/ui/Skeleton';
import styles from './RemoteSkeleton.module.css';

interface RemoteSkeletonProps {
  /** Undefined if no release has a placement. */
  placement: Place | undefined;
  pathname: string;
}

/** The skeleton becomes visible only after a short delay. */
export function RemoteSkeleton({ placement, pathname }: RemoteSkeletonProps) {
  const filling = placement?.paths.filter(({ fills: isFullScreen }) => isFullScreen) ?? [];
  // A page that fills a phone's screen is opened from a list. A feature without such pages consists of one page.
  if (filling.length === 0)
    return (
      <div className={styles.page}>
        <Skeleton rows={6} />
      </div>
    );
  return (
    <Panes
      activePane={filling.some(({ path }) => isPathMatch(path, pathname)) ? 'main' : 'list'}
      list={
        <div className={styles.list}>
          <Skeleton rows={8} />
        </div>
      }
      main={null}
    />
  );
}
