// Contacts: the list, and the contact or the requests in the address.
import { useLive } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { EmptyState } from '@amber/ui/EmptyState';
import { ContactsIcon } from '@amber/ui/moreIcons';
import { Panes } from '@amber/ui/Panes';
import { useMatch, useSearchParams } from 'react-router-dom';
import { ContactDetail } from './ContactDetail.tsx';
import { ContactList } from './ContactList.tsx';
import { readContactData } from './contactData.ts';
import { NewContacts } from './NewContacts.tsx';
import { words } from '../words/gen/contacts.ts';

/** The pages /contacts and /contacts/new; the address determines the state of the panes. */
export function Contacts() {
  const me = useSession()?.identifier ?? '';
  const [search] = useSearchParams();
  const isNew = useMatch('/contacts/new') !== null;
  const person = isNew ? null : search.get('person');
  const live = useLive(readContactData, []);
  return (
    <Panes
      activePane={isNew || person ? 'main' : 'list'}
      list={<ContactList live={live} me={me} open={person} isNew={isNew} />}
      main={
        isNew ? (
          <NewContacts live={live} me={me} />
        ) : person ? (
          <ContactDetail key={person} identifier={person} live={live} me={me} />
        ) : (
          <EmptyState Icon={ContactsIcon} title={words.noneOpen} text={words.noneOpenHint} />
        )
      }
    />
  );
}
