// A note that the data is from the cache, because the gateway cannot be reached.
import { formatDate } from '@amber/words/formats';
import { Button } from '@amber/ui/Button';
import { OfflineIcon } from '@amber/ui/icons';
import { words } from './words/gen/airdrop.ts';
import styles from './Stale.module.css';

export const Stale = ({ at, onRefresh }: { at: number; onRefresh(): void }) => (
  <div className={styles.stale} role="status">
    <OfflineIcon />
    <span>{words.stale({ time: formatDate(at, 'dateAndTime') })}</span>
    <Button variant="quiet" onClick={onRefresh}>
      {words.refresh}
    </Button>
  </div>
);
