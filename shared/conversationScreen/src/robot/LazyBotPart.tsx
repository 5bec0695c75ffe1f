// The parts of a conversation that only a chat with a bot has: code of their own, fetched by the first that is shown.
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import type { BotPartProps } from './BotPart.tsx';

export const LazyBotPart = loadOnOpen<BotPartProps & { open: boolean }>(
  async () => (await import(/* webpackChunkName: "dialogs" */ './BotPart.tsx')).BotPart,
  () => {},
);
