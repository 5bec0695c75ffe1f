// Maps the parts of a chat with a bot to their components.
import type { ConversationRow } from '@amber/client/db';
import { BotBar } from './BotBar.tsx';
import { BotBeginning } from './BotBeginning.tsx';
import { BotMark } from './BotMark.tsx';

export interface BotPartProps {
  part: 'mark' | 'beginning' | 'bar';
  conversation: ConversationRow;
  me: string;
}

const parts = { mark: BotMark, beginning: BotBeginning, bar: BotBar };

export function BotPart({ part, ...props }: BotPartProps) {
  const Part = parts[part];
  return <Part {...props} />;
}
