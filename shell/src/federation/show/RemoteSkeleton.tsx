// The shape of a feature while it is being loaded.
import type { Place } from '@amber/proto';
import { isPathMatch } from '@amber/proto/pathRouting';
import { Panes } from '@amber/ui/Panes';
import { Skeleton } from '@amber/ui/Skeleton';
import styles from './RemoteSkeleton.module.css';

interface RemoteSkeletonProps {
  /** Undefined where no release has one. */
  place: Place | undefined;
  pathname: string;
}

/** Visible only when loading takes longer than a moment. */
export function RemoteSkeleton({ place, pathname }: RemoteSkeletonProps) {
  const filling = place?.paths.filter(({ fills }) => fills) ?? [];
  // What fills a phone's screen is chosen from a list; a feature without such a path is one page.
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
