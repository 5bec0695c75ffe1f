// Finds people by name, identifier, phone number, profile link or QR code.
import { useAskContact } from '@amber/client/askContact';
import { showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import { limits } from '@amber/proto/limits';
import { AskDialog } from '@amber/ui/AskDialog';
import { Button } from '@amber/ui/Button';
import { IconButton } from '@amber/ui/IconButton';
import { icon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { PersonLine } from '@amber/ui/PersonLine';
import { readQr } from '@amber/ui/readQr';
import { SearchField } from '@amber/ui/SearchField';
import { Skeleton } from '@amber/ui/Skeleton';
import { useRef, useState } from 'react';
import { type FoundPerson, usePeopleSearch } from '@amber/conversation-screen/usePeopleSearch';
import { contactName } from './contactName.ts';
import { isAsked, type Known, type LiveKnown } from './known.ts';
import { personIn } from '@amber/conversation-screen/personIn';
import { words } from '../words/gen/contacts.ts';
import styles from './NewContacts.module.css';

const QrIcon = icon(
  <>
    <path d="M4.5 4.5h5v5h-5zM14.5 4.5h5v5h-5zM4.5 14.5h5v5h-5z" />
    <path d="M14.5 14.5h1.5M19.5 14.5v1.5M14.5 19.5v-1.5M17.5 17.5h2v2h-2z" />
  </>,
);

const nothing: Known = { contacts: [], applies: [] };

/** A search field and its results. */
export function FindPeople({ live, me }: { live: LiveKnown; me: string }) {
  const [typed, setTyped] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [asked, setAsked] = useState<FoundPerson | null>(null);
  const [asking, ask] = useAskContact();
  const picture = useRef<HTMLInputElement>(null);
  const found = usePeopleSearch(typed, me, attempt);
  const known = live.status === 'ready' ? live.rows : nothing;

  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      const person = personIn((await readQr(await createImageBitmap(file))) ?? '');
      if (person) setTyped(person);
      else showToast('error', words.noQr);
    } catch {
      showToast('error', words.unreadablePicture);
    }
  };

  return (
    <section className={styles.find} aria-label={words.add}>
      <div className={styles.search} role="search">
        <SearchField
          label={words.findPeople}
          clearLabel={words.clear}
          title={words.findHint}
          value={typed}
          onChange={setTyped}
        />
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
      {found.status === 'searching' && <Skeleton rows={2} />}
      {found.status === 'error' && (
        <Notice sentence={sentenceOf(found.fault)} code={found.fault.code} onRetry={() => setAttempt(attempt + 1)} />
      )}
      {found.status === 'ready' && found.people.length === 0 && <p className={styles.nothing}>{words.nobody}</p>}
      {found.status === 'ready' && found.people.length > 0 && (
        <ul aria-label={words.found}>
          {found.people.map((person) => (
            <li key={person.identifier}>
              <Found person={person} known={known} me={me} onAsk={() => setAsked(person)} />
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <AskDialog
          name={asked.lastName || words.someone}
          maxLength={limits.applyMessageMax}
          busy={asking}
          onClose={() => setAsked(null)}
          onAsk={(message) => ask({ identifier: asked.identifier, name: asked.lastName || words.someone }, message)}
        />
      )}
    </section>
  );
}

function Found({ person, known, me, onAsk }: { person: FoundPerson; known: Known; me: string; onAsk(): void }) {
  const { identifier, lastName, avatar } = person;
  const contact = known.contacts.find((one) => one.identifier === identifier);
  const name = contactName({ remarkName: contact?.remarkName ?? '', lastName });
  const standing =
    contact?.status === 'normal'
      ? words.isContact
      : contact?.status === 'black'
        ? words.blocked
        : isAsked(known, me, identifier)
          ? words.requested
          : '';
  return (
    <div className={styles.apply}>
      <PersonLine to={paths.contact({ identifier })} identifier={identifier} name={name} avatar={avatar} />
      {standing ? (
        <span className={styles.status}>{standing}</span>
      ) : (
        <Button aria-label={words.addNamed({ name })} onClick={onAsk}>
          {words.addPerson}
        </Button>
      )}
    </div>
  );
}
