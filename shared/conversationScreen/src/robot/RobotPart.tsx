// The parts of a conversation that only a chat with a bot has: code of their own, fetched by the first that is shown.
import type { ConversationRow } from '@amber/client/db';
import { onDemand } from '@amber/ui/onDemand';

export interface RobotPartProps {
  part: 'mark' | 'beginning' | 'bar';
  conversation: ConversationRow;
  me: string;
}

export const RobotPart = onDemand<RobotPartProps & { open: boolean }>(
  async () => (await import(/* webpackChunkName: "dialogs" */ './robotParts.tsx')).LoadedPart,
  () => {},
);
