// The components for search results, loaded with the first search.
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import type { FindInChatProps } from './FindInChat.tsx';
import type { FoundMessagesProps } from './FoundMessages.tsx';

/** See `FindInChat`. */
export const LazyFindInChat = loadOnOpen<FindInChatProps>(
  async () => (await import(/* webpackChunkName: "search" */ './FindInChat.tsx')).FindInChat,
  ({ onClose }) => onClose(),
);

/** See `FoundMessages`. */
export const LazyFoundMessages = loadOnOpen<FoundMessagesProps>(
  async () => (await import(/* webpackChunkName: "search" */ './FoundMessages.tsx')).FoundMessages,
  () => {},
);
