// The entry for contacts in the page 'Me', on phones.
import { countWaiting } from '@amber/client/applies';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { Badge } from '@amber/ui/Badge';
import { ChevronIcon, ContactsIcon } from '@amber/ui/icons';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { words } from '../words/gen/app.ts';
import styles from './Settings.module.css';

/** A link with the number of waiting requests. */
export function ContactsEntry() {
  const me = useSession()?.identifier ?? '';
  const id = useId();
  const live = useLive(async (db) => countWaiting(await db.applies.toArray(), me, Date.now()), [me]);
  const waiting = live.status === 'ready' ? live.rows : 0;
  return (
    <>
      <Link className={styles.section} to={paths.contacts()} aria-describedby={waiting > 0 ? id : undefined}>
        <ContactsIcon />
        {words.contacts}
        <Badge count={waiting} />
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
      </Link>
      {waiting > 0 && (
        <span id={id} hidden>
          {words.host.requests({ count: waiting })}
        </span>
      )}
    </>
  );
}
