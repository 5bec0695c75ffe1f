// The contact list: by letter, then the blocked ones.
import { paths } from '@amber/client/paths';
import type { ContactRow } from '@amber/client/rows';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { Avatar } from '@amber/ui/Avatar';
import { Badge } from '@amber/ui/Badge';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { SearchIcon } from '@amber/ui/icons';
import { ContactsIcon, PersonAddIcon } from '@amber/ui/moreIcons';
import { moveFocus } from '@amber/ui/moveFocus';
import { SearchField } from '@amber/ui/SearchField';
import { memo, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { contactName } from './contactName.ts';
import { byName, contactSections, matchesQuery } from './contactSections.ts';
import { countPendingRequests, type LiveContactData } from './contactData.ts';
import { words } from '../words/gen/contacts.ts';
import styles from './ContactList.module.css';

interface ContactListProps {
  live: LiveContactData;
  me: string;
  /** The identifier of the open contact. */
  open: string | null;
  /** Whether the requests are open. */
  isNew: boolean;
}

const none: readonly ContactRow[] = [];

/** The list pane. */
export function ContactList({ live, me, open, isNew }: ContactListProps) {
  const [typed, setTyped] = useState('');
  const isSearching = typed.trim() !== '';
  const all = live.status === 'ready' ? live.rows.contacts : none;
  const contacts = useMemo(() => all.filter(({ status }) => status === 'normal'), [all]);
  const shown = useMemo(
    () => (isSearching ? all.filter((contact) => matchesQuery(contact, typed)) : all),
    [all, isSearching, typed],
  );
  const sections = useMemo(() => contactSections(shown.filter(({ status }) => status === 'normal')), [shown]);
  const blocked = useMemo(() => shown.filter(({ status }) => status === 'black').toSorted(byName), [shown]);
  const waiting = live.status === 'ready' && !isNew ? countPendingRequests(live.rows, me) : 0;
  const listed = [...sections.flatMap((section) => section.contacts), ...blocked];
  const tabStop = listed.some(({ identifier }) => identifier === open) ? open : listed[0]?.identifier;
  const isEmpty = live.status === 'ready' && listed.length === 0;

  return (
    <div className={styles.pane}>
      <header className={styles.header}>
        <h1 className={styles.title}>{words.contacts}</h1>
        {contacts.length > 0 && <span className={styles.count}>{words.count({ count: contacts.length })}</span>}
      </header>
      <div className={styles.search}>
        <SearchField label={words.find} value={typed} onChange={setTyped} />
      </div>
      <div className={styles.scroll}>
        <Link
          className={styles.row}
          to={paths.newContacts()}
          aria-current={isNew ? 'page' : undefined}
          aria-describedby={waiting > 0 ? 'contacts-waiting' : undefined}
        >
          <span className={styles.sign} aria-hidden="true">
            <PersonAddIcon />
          </span>
          <span className={styles.name} dir="auto">
            {words.newContacts}
          </span>
          <Badge count={waiting} />
        </Link>
        {waiting > 0 && (
          <span id="contacts-waiting" hidden>
            {words.waiting({ count: waiting })}
          </span>
        )}
        <QueryStatus request={live} rows={8} />
        <nav aria-label={words.contacts} onKeyDown={moveFocus}>
          {sections.map(({ letter, contacts: list }) => (
            <Section key={letter} title={letter} contacts={list} open={open} tabStop={tabStop} />
          ))}
          {blocked.length > 0 && <Section title={words.blocked} contacts={blocked} open={open} tabStop={tabStop} />}
        </nav>
        {isEmpty && (
          <EmptyState
            Icon={isSearching ? SearchIcon : ContactsIcon}
            title={isSearching ? words.noSuch : words.none}
            text={isSearching ? words.noSuchHint : words.noneHint}
            action={
              <ButtonLink variant="primary" to={paths.newContacts()}>
                {words.add}
              </ButtonLink>
            }
          />
        )}
      </div>
    </div>
  );
}

interface SectionProps {
  title: string;
  contacts: readonly ContactRow[];
  open: string | null;
  tabStop: string | null | undefined;
}

function Section({ title, contacts, open, tabStop }: SectionProps) {
  return (
    <section aria-label={title}>
      <h2 className={styles.letter}>{title}</h2>
      <ul>
        {contacts.map((contact) => (
          <li key={contact.identifier}>
            <Row contact={contact} isOpen={contact.identifier === open} isTabStop={contact.identifier === tabStop} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  contact: ContactRow;
  isOpen: boolean;
  isTabStop: boolean;
}

const Row = memo(function Row({ contact, isOpen, isTabStop }: RowProps) {
  const { identifier, avatar, remarkName, lastName } = contact;
  const name = contactName(contact);
  return (
    <Link
      className={styles.row}
      to={paths.contact({ identifier })}
      aria-current={isOpen ? 'page' : undefined}
      tabIndex={isTabStop ? 0 : -1}
    >
      <Avatar identifier={identifier} name={name} src={avatar} size={40} />
      <span className={styles.name} dir="auto">
        {name}
      </span>
      {remarkName && lastName !== remarkName && (
        <span className={styles.ownName} dir="auto">
          {lastName}
        </span>
      )}
    </Link>
  );
});
