// The feature 'Chats', as the host sees it.
import { live$ } from '@amber/client/live';
import type { Remote } from '@amber/client/remote';
import { ChatsIcon } from '@amber/ui/icons';
import { strings } from './strings.ts';
import { WithGallery } from './WithGallery.tsx';

const badge$ = live$(async (db) => {
  const conversations = await db.conversations.toArray();
  return conversations.reduce((sum, { unread }) => sum + unread, 0);
}, 0);

export default { title: strings.chats, icon: ChatsIcon, badge$, Routes: WithGallery } satisfies Remote;
