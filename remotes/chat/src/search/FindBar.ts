// The bar to search in one chat with, fetched when it is first wanted.
import { onDemand } from '@amber/ui/onDemand';
import type { FindBarProps } from './FindInChat.tsx';

/** See `FindInChat`. */
export const FindBar = onDemand<FindBarProps>(
  async () => (await import(/* webpackChunkName: "search" */ './FindInChat.tsx')).FindInChat, ({ onClose }) => onClose(),
);
