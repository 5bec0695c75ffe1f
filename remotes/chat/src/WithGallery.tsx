// The feature as it is in development: with a page that shows every kind of message, at /chat/channels/me/__gallery.
import { lazyScreen } from '@amber/client/remote';
import { Suspense } from 'react';
import { useMatch } from 'react-router-dom';
import { ChatScreens } from './ChatScreens.tsx';

// Set by the build; tests have none.
declare const __DEV__: boolean | undefined;

const Gallery = typeof __DEV__ === 'boolean' && __DEV__
  ? lazyScreen(async () => (await import('@amber/conversation/gallery')).Gallery)
  : null;

function OrGallery() {
  const isAsked = useMatch('/channels/me/__gallery') !== null;
  return Gallery && isAsked ? <Suspense fallback={null}><Gallery /></Suspense> : <ChatScreens />;
}

/** The feature's screens, or in development the gallery where the address asks for it. */
export const WithGallery = Gallery ? OrGallery : ChatScreens;
