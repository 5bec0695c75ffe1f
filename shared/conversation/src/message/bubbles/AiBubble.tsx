// An answer of an AI; its code is fetched with the first one.
import { onDemand } from '@amber/ui/onDemand';
import type { BubbleProps } from '../../kit/bubbleProps.ts';

const AiAnswer = onDemand<BubbleProps & { open: boolean }>(
  async () => (await import(/* webpackChunkName: "dialogs" */ './AiAnswer.tsx')).AiAnswer,
  () => {},
);

export const AiBubble = (props: BubbleProps) => <AiAnswer open {...props} />;
