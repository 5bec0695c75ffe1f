// The feature 'Chats', as the host sees it.
import { live$ } from '@amber/client/live';
import type { Remote } from '@amber/client/remote';
import { sumUnread } from '@amber/client/unread';
import { ChatsIcon } from '@amber/ui/icons';
import { strings } from './strings.ts';
import { WithGallery } from './WithGallery.tsx';

const badge$ = live$(async (db) => sumUnread(await db.conversations.toArray()).chats.unread, 0);

export default { title: strings.chats, icon: ChatsIcon, badge$, Routes: WithGallery } satisfies Remote;
