// Finds people by name, identifier, phone number, profile link or QR code.
import { useContactRequest } from '@amber/client/useContactRequest';
import { showToast } from '@amber/client/engine';
import { useRemarks } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { ContactRequestDialog } from '@amber/ui/ContactRequestDialog';
import { Button } from '@amber/ui/Button';
import { IconButton } from '@amber/ui/IconButton';
import { icon } from '@amber/ui/icons';
import { displayName } from '@amber/ui/personName';
import { PersonLine } from '@amber/ui/PersonLine';
import { readQr } from '@amber/ui/readQr';
import { SearchField } from '@amber/ui/SearchField';
import { useRef, useState } from 'react';
import { type FoundPerson, usePeopleSearch } from '@amber/conversation-screen/usePeopleSearch';
import { contactName } from './contactName.ts';
import { hasPendingRequest, type ContactData, type LiveContactData } from './contactData.ts';
import { parsePersonLink } from '@amber/conversation-screen/parsePersonLink';
import { words } from '../words/gen/contacts.ts';
import styles from './NewContacts.module.css';

const QrIcon = icon(
  <>
    <path d="M4.5 4.5h5v5h-5zM14.5 4.5h5v5h-5zM4.5 14.5h5v5h-5z" />
    <path d="M14.5 14.5h1.5M19.5 14.5v1.5M14.5 19.5v-1.5M17.5 17.5h2v2h-2z" />
  </>,
);

const nothing: ContactData = { contacts: [], applies: [] };

/** A search field and its results. */
export function FindPeople({ live, me }: { live: LiveContactData; me: string }) {
  const [typed, setTyped] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [recipient, setRecipient] = useState<FoundPerson | null>(null);
  const [asking, ask] = useContactRequest();
  const picture = useRef<HTMLInputElement>(null);
  const found = usePeopleSearch(typed, me, attempt);
  const remarks = useRemarks();
  const contactData = live.status === 'ready' ? live.rows : nothing;

  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      const person = parsePersonLink((await readQr(await createImageBitmap(file))) ?? '');
      if (person) setTyped(person);
      else showToast('error', words.noQr);
    } catch {
      showToast('error', words.unreadablePicture);
    }
  };

  return (
    <section className={styles.find} aria-label={words.add}>
      <div className={styles.search} role="search">
        <SearchField label={words.findPeople} title={words.findHint} value={typed} onChange={setTyped} />
        <IconButton label={words.readQr} Icon={QrIcon} onClick={() => picture.current?.click()} />
        <input
          ref={picture}
          type="file"
          accept="image/*"
          hidden
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </div>
      {found.status === 'idle' && <p className={styles.nothing}>{words.findHint}</p>}
      <QueryStatus request={found} refetch={() => setAttempt(attempt + 1)} rows={2} />
      {found.status === 'ready' && found.people.length === 0 && <p className={styles.nothing}>{words.nobody}</p>}
      {found.status === 'ready' && found.people.length > 0 && (
        <ul aria-label={words.found}>
          {found.people.map((person) => (
            <li key={person.identifier}>
              <FoundRow person={person} contactData={contactData} me={me} onAsk={() => setRecipient(person)} />
            </li>
          ))}
        </ul>
      )}
      {recipient && (
        <ContactRequestDialog
          name={displayName(recipient, remarks) || words.someone}
          busy={asking}
          onClose={() => setRecipient(null)}
          onSend={(message) =>
            ask({ identifier: recipient.identifier, name: displayName(recipient, remarks) || words.someone }, message)
          }
        />
      )}
    </section>
  );
}

interface FoundRowProps {
  person: FoundPerson;
  contactData: ContactData;
  me: string;
  onAsk(): void;
}

function FoundRow({ person, contactData, me, onAsk }: FoundRowProps) {
  const { identifier, lastName, avatar } = person;
  const contact = contactData.contacts.find((one) => one.identifier === identifier);
  const name = contactName({ remarkName: contact?.remarkName ?? '', lastName });
  const statusText =
    contact?.status === 'normal'
      ? words.isContact
      : contact?.status === 'black'
        ? words.blocked
        : hasPendingRequest(contactData, me, identifier)
          ? words.requested
          : '';
  return (
    <div className={styles.apply}>
      <PersonLine to={paths.contact({ identifier })} identifier={identifier} name={name} avatar={avatar} />
      {statusText ? (
        <span className={styles.status}>{statusText}</span>
      ) : (
        <Button aria-label={words.addNamed({ name })} onClick={onAsk}>
          {words.addPerson}
        </Button>
      )}
    </div>
  );
}
