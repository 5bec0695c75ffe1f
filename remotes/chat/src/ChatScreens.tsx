// The routes of this feature: chats, contacts and calls.
import { lazyScreen } from '@amber/client/remote';
import { Skeleton } from '@amber/ui/Skeleton';
import { Suspense } from 'react';
import { useMatch } from 'react-router-dom';
import { ChatHome } from './ChatHome.tsx';

// Set by the build; undefined in tests.
declare const __DEV__: boolean | undefined;

const Contacts = lazyScreen(
  async () => (await import(/* webpackChunkName: "contacts" */ './contacts/Contacts.tsx')).Contacts,
);
const Calls = lazyScreen(async () => (await import(/* webpackChunkName: "contacts" */ './calls/Calls.tsx')).Calls);
const Gallery =
  typeof __DEV__ === 'boolean' && __DEV__
    ? lazyScreen(async () => (await import('@amber/conversation/gallery')).Gallery)
    : null;

function Screens() {
  const isContacts = useMatch('/contacts/*') !== null;
  const isCalls = useMatch('/calls') !== null;
  return isContacts || isCalls ? (
    <Suspense fallback={<Skeleton rows={8} />}>{isCalls ? <Calls /> : <Contacts />}</Suspense>
  ) : (
    <ChatHome />
  );
}

function ScreensOrGallery() {
  const isGalleryPath = useMatch('/channels/me/__gallery') !== null;
  return Gallery && isGalleryPath ? (
    <Suspense fallback={null}>
      <Gallery />
    </Suspense>
  ) : (
    <Screens />
  );
}

/** All screens below the feature's paths; in development also every kind of message, at /chat/channels/me/__gallery. */
export const ChatScreens = Gallery ? ScreensOrGallery : Screens;
