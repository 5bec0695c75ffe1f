// The conversation of a room, which the page may have loaded for another feature.
import { lazyScreen } from '@amber/client/remote';
import { loadConversation } from '@amber/conversation-screen/loadConversation';

export const LazyConversation = lazyScreen(loadConversation);
