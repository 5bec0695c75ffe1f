// The entry point of the feature 'Chats' for the host.
import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as conversation } from '@amber/conversation/translations';
import { translations as conversationScreen } from '@amber/conversation-screen/translations';
import { translations as ui } from '@amber/ui/translations';
import { conversations$ } from '@amber/client/live';
import type { Remote } from '@amber/client/remote';
import { sumUnread } from '@amber/client/unread';
import { distinctUntilChanged, map } from 'rxjs';
import { ChatScreens } from './ChatScreens.tsx';
import { translations as own } from './words/gen/translations.ts';

const badge$ = conversations$.pipe(
  map((rows) => sumUnread(rows).chats.unread),
  distinctUntilChanged(),
);

export default {
  badge$,
  Routes: ChatScreens,
  loadWords: () => loadWords(own, client, conversation, conversationScreen, ui),
} satisfies Remote;
