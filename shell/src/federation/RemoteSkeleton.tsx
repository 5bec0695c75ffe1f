// The shape of a feature while it is being loaded.
import { Panes } from '@amber/ui/Panes';
import { Skeleton } from '@amber/ui/Skeleton';
import styles from './RemoteSkeleton.module.css';

/** A list and an empty pane; visible only when loading takes longer than a moment. */
export const RemoteSkeleton = () => (
  <Panes
    showing="list"
    list={
      <div className={styles.list}>
        <Skeleton rows={8} />
      </div>
    }
    main={null}
  />
);
