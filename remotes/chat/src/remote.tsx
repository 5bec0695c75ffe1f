// The feature 'Chats', as the host sees it.
import { conversations$ } from '@amber/client/live';
import type { Remote } from '@amber/client/remote';
import { sumUnread } from '@amber/client/unread';
import { ChatsIcon } from '@amber/ui/icons';
import { distinctUntilChanged, map } from 'rxjs';
import { ChatScreens } from './ChatScreens.tsx';
import { strings } from './strings.ts';

const badge$ = conversations$.pipe(
  map((rows) => sumUnread(rows).chats.unread),
  distinctUntilChanged(),
);

export default { title: strings.chats, icon: ChatsIcon, badge$, Routes: ChatScreens } satisfies Remote;
