// Shows that a newer build is ready; nothing changes until the user accepts.
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { Button } from '@amber/ui/Button';
import { update$ } from '../kit/update.ts';
import { words } from '../words/gen/app.ts';
import styles from './UpdateNotice.module.css';

/** Empty until there is an update. */
export function UpdateNotice() {
  const update = useBehaviorSubject(update$);
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
