// An answer of a bot; its code is loaded with the first one.
import { loadOnOpen } from '@amber/ui/loadOnOpen';

export const BotBubble = loadOnOpen(
  async () => (await import(/* webpackChunkName: "dialogs" */ './BotAnswer.tsx')).BotAnswer,
);
