// Contact requests, received and sent, and the search for people.
import type { ApplyRow } from '@amber/client/rows';
import { api, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { formatShort } from '@amber/conversation/format';
import { useToday } from '@amber/conversation/useToday';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { Button } from '@amber/ui/Button';
import { BackIcon } from '@amber/ui/icons';
import { PersonLine } from '@amber/ui/PersonLine';
import { Link } from 'react-router-dom';
import { contactName } from './contactName.ts';
import { FindPeople } from './FindPeople.tsx';
import type { LiveContactData } from './contactData.ts';
import { words } from '../words/gen/contacts.ts';
import { useKeyedAct } from '../useKeyedAct.ts';
import styles from './NewContacts.module.css';

/** The page /contacts/new. */
export function NewContacts({ live, me }: { live: LiveContactData; me: string }) {
  return (
    <div className={styles.pane} role="region" aria-label={words.newContacts} tabIndex={-1}>
      <header className={styles.header}>
        <Link className={styles.back} to={paths.contacts()} aria-label={words.back}>
          <BackIcon />
        </Link>
        <h1 className={styles.title}>{words.newContacts}</h1>
      </header>
      <div className={styles.scroll}>
        <div className={styles.page}>
          <FindPeople live={live} me={me} />
          <QueryStatus request={live} rows={4} />
          {live.status === 'ready' && <Applies live={live} me={me} />}
        </div>
      </div>
    </div>
  );
}

function Applies({ live, me }: { live: LiveContactData & { status: 'ready' }; me: string }) {
  const { applies, contacts } = live.rows;
  const sorted = applies.toSorted((a, b) => b.updateTime - a.updateTime);
  const remarks = new Map(contacts.map(({ identifier, remarkName }) => [identifier, remarkName]));
  const list = (isMine: boolean) =>
    sorted
      .filter(({ fromIdentifier }) => (fromIdentifier === me) === isMine)
      .map((apply) => (
        <li key={apply.id}>
          <Apply apply={apply} isMine={isMine} remarkName={remarks.get(apply.userInfo?.identifier ?? '') ?? ''} />
        </li>
      ));
  const [received, sent] = [list(false), list(true)];
  return (
    <>
      <section className={styles.section} aria-label={words.received}>
        <h2 className={styles.sectionTitle}>{words.received}</h2>
        {received.length > 0 ? <ul>{received}</ul> : <p className={styles.nothing}>{words.noReceived}</p>}
      </section>
      <section className={styles.section} aria-label={words.sent}>
        <h2 className={styles.sectionTitle}>{words.sent}</h2>
        {sent.length > 0 ? <ul>{sent}</ul> : <p className={styles.nothing}>{words.noSent}</p>}
      </section>
    </>
  );
}

/** One request; pending received ones can be accepted or declined. */
function Apply({ apply, isMine, remarkName }: { apply: ApplyRow; isMine: boolean; remarkName: string }) {
  const today = useToday();
  const [busy, act] = useKeyedAct();
  const { userInfo, message, fromIdentifier, updateTime, status } = apply;
  const identifier = userInfo?.identifier ?? '';
  const name = contactName({ remarkName, lastName: userInfo?.lastName ?? '' });
  const answer = (operate: 'agree' | 'refuse') =>
    act(operate, async () => {
      await api.contact.contactApplyOperate({ fromIdentifier, operate });
      if (operate === 'agree') showToast('success', words.accepted({ name }));
    });
  return (
    <div className={styles.apply}>
      <PersonLine
        to={paths.contact({ identifier })}
        identifier={identifier}
        name={name}
        avatar={userInfo?.avatar}
        requestTime={{ at: updateTime, label: formatShort(updateTime, today) }}
        message={message}
      />
      {!isMine && status === 'applying' ? (
        <span className={styles.answers}>
          <Button
            variant="primary"
            aria-label={words.acceptNamed({ name })}
            busy={busy === 'agree'}
            onClick={() => void answer('agree')}
          >
            {words.accept}
          </Button>
          <Button
            variant="quiet"
            aria-label={words.declineNamed({ name })}
            busy={busy === 'refuse'}
            onClick={() => void answer('refuse')}
          >
            {words.decline}
          </Button>
        </span>
      ) : (
        <span className={styles.status} data-status={status}>
          {words.status[status]}
        </span>
      )}
    </div>
  );
}
