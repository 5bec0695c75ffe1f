// Shows that a newer build is ready; nothing changes until the user accepts.
import { Button } from '@amber/ui/Button';
import { useSyncExternalStore } from 'react';
import { update$ } from '../kit/update.ts';
import { words } from '../words/gen/app.ts';
import styles from './UpdateNotice.module.css';

const subscribe = (changed: () => void) => {
  const subscription = update$.subscribe(changed);
  return () => subscription.unsubscribe();
};

/** Empty until there is an update. */
export function UpdateNotice() {
  const update = useSyncExternalStore(subscribe, () => update$.value);
  return (
    <div role="status" className={styles.status}>
      {update && (
        <div className={styles.notice}>
          <p>{words.remote.updateReady}</p>
          <Button onClick={() => update.apply()}>{words.remote.reload}</Button>
        </div>
      )}
    </div>
  );
}
