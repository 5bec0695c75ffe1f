// What shows the messages that were found, fetched when something is first looked for.
import { onDemand } from '@amber/ui/onDemand';
import type { FindBarProps } from './FindInChat.tsx';
import type { FoundMessagesProps } from './FoundMessages.tsx';

/** See `FindInChat`. */
export const FindBar = onDemand<FindBarProps>(
  async () => (await import(/* webpackChunkName: "search" */ './FindInChat.tsx')).FindInChat,
  ({ onClose }) => onClose(),
);

/** See `FoundMessages`. */
export const FoundList = onDemand<FoundMessagesProps>(
  async () => (await import(/* webpackChunkName: "search" */ './FoundMessages.tsx')).FoundMessages,
  () => {},
);
