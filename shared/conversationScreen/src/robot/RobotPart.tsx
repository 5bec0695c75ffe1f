// The parts of a conversation that only a chat with a bot has: code of their own, fetched by the first that is shown.
import { onDemand } from '@amber/ui/onDemand';
import type { RobotPartProps } from './robotParts.tsx';

export const RobotPart = onDemand<RobotPartProps & { open: boolean }>(
  async () => (await import(/* webpackChunkName: "dialogs" */ './robotParts.tsx')).LoadedPart,
  () => {},
);
