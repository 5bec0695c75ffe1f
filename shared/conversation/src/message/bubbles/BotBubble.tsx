// An answer of a bot; its code is loaded with the first one.
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import type { BubbleProps } from '../../kit/bubbleProps.ts';

const LazyBotAnswer = loadOnOpen<BubbleProps & { open: boolean }>(
  async () => (await import(/* webpackChunkName: "dialogs" */ './BotAnswer.tsx')).BotAnswer,
  () => {},
);

export const BotBubble = (props: BubbleProps) => <LazyBotAnswer open {...props} />;
