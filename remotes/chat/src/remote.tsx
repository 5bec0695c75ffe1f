// The entry point of the feature 'Chats' for the host.
import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as conversation } from '@amber/conversation/translations';
import { translations as conversationScreen } from '@amber/conversation-screen/translations';
import { translations as ui } from '@amber/ui/translations';
import type { Remote } from '@amber/client/remote';
import { unreadBadge$ } from '@amber/client/unreadBadge';
import { ChatScreens } from './ChatScreens.tsx';
import { translations as own } from './words/gen/translations.ts';

export default {
  badge$: unreadBadge$('chats'),
  Routes: ChatScreens,
  loadWords: () => loadWords(own, client, conversation, conversationScreen, ui),
} satisfies Remote;
