// Loads the screen of a conversation, once for all remotes of the page that contain the same one.
import { loadShared } from '@amber/ui/loadShared';
import type { Conversation } from './Conversation.tsx';

/** For `lazyScreen`: `lazyScreen(loadConversation, { ahead: true })`. */
export const loadConversation = async (): Promise<typeof Conversation> =>
  (await loadShared('Conversation', () => import(/* webpackChunkName: "conversation" */ './Conversation.tsx')))
    .Conversation;
