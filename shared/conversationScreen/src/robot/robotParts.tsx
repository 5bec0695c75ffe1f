// Which part of a chat with a bot is which component.
import { RobotBar } from './RobotBar.tsx';
import { RobotBeginning } from './RobotBeginning.tsx';
import { RobotMark } from './RobotMark.tsx';
import type { RobotPartProps } from './RobotPart.tsx';

const parts = { mark: RobotMark, beginning: RobotBeginning, bar: RobotBar };

export function LoadedPart({ part, ...props }: RobotPartProps) {
  const Part = parts[part];
  return <Part {...props} />;
}
