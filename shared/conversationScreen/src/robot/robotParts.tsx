// Which part of a chat with a bot is which component.
import type { ConversationRow } from '@amber/client/db';
import { RobotBar } from './RobotBar.tsx';
import { RobotBeginning } from './RobotBeginning.tsx';
import { RobotMark } from './RobotMark.tsx';

export interface RobotPartProps {
  part: 'mark' | 'beginning' | 'bar';
  conversation: ConversationRow;
  me: string;
}

const parts = { mark: RobotMark, beginning: RobotBeginning, bar: RobotBar };

export function LoadedPart({ part, ...props }: RobotPartProps) {
  const Part = parts[part];
  return <Part {...props} />;
}
