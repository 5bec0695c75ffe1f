// Which screen of this feature the address names: the chats, or the people.
import { lazyScreen } from '@amber/client/remote';
import { Skeleton } from '@amber/ui/Skeleton';
import { Suspense } from 'react';
import { useMatch } from 'react-router-dom';
import { ChatHome } from './ChatHome.tsx';

const Contacts = lazyScreen(async () => (await import(/* webpackChunkName: "contacts" */ './contacts/Contacts.tsx')).Contacts);

/** Everything below the feature's paths. */
export function ChatScreens() {
  const isContacts = useMatch('/contacts/*') !== null;
  return isContacts ? <Suspense fallback={<Skeleton rows={8} />}><Contacts /></Suspense> : <ChatHome />;
}
