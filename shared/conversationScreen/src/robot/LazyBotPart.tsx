// The parts of a conversation that only a chat with a bot has, in a chunk that the first of them loads.
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import type { BotPartProps } from './BotPart.tsx';

export const LazyBotPart = loadOnOpen<BotPartProps & { open: boolean }>(
  async () => (await import(/* webpackChunkName: "dialogs" */ './BotPart.tsx')).BotPart,
  () => {},
);
