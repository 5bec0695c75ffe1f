// The parts of a conversation that only a chat with a bot has, in a chunk that the first of them loads.
import { loadOnOpen } from '@amber/ui/loadOnOpen';

export const LazyBotPart = loadOnOpen(
  async () => (await import(/* webpackChunkName: "dialogs" */ './BotPart.tsx')).BotPart,
);
