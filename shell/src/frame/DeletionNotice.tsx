// A notice on every device that the account will be deleted, with a button to cancel that.
import { useAction } from '@amber/client/useAction';
import { engine, showToast } from '@amber/client/hostEngine';
import { paths } from '@amber/client/paths';
import { Button } from '@amber/ui/Button';
import { AlertIcon } from '@amber/ui/icons';
import { formatDate } from '@amber/words/formats';
import { Link } from 'react-router-dom';
import { words } from '../words/gen/deletion.ts';
import styles from '../kit/HostNotice.module.css';

interface DeletionNoticeProps {
  /** Milliseconds since 1970. */
  deletesAt: number;
  /** Whether this device may cancel the deletion; only an approved one may. */
  canCancel: boolean;
}

/** A bar above each screen. */
export function DeletionNotice({ deletesAt, canCancel }: DeletionNoticeProps) {
  const [busy, act] = useAction();
  const title = words.title({ when: formatDate(deletesAt, 'dateAndTime') });
  const keep = () =>
    act(async () => {
      await engine.cancelDeletion({});
      showToast('success', words.kept);
    });
  return (
    <section className={styles.notice} aria-label={title}>
      <AlertIcon />
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p>{canCancel ? words.text : words.waiting}</p>
      </div>
      {canCancel && (
        <div className={styles.actions}>
          <Link className={styles.link} to={paths.settings({ section: 'devices' })}>
            {words.devices}
          </Link>
          <Button variant="primary" busy={busy} onClick={() => void keep()}>
            {words.keep}
          </Button>
        </div>
      )}
    </section>
  );
}
