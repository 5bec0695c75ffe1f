// Maps the parts of a chat with a bot to their components.
import type { ConversationRow } from '@amber/client/db';
import { BotBackground } from './BotBackground.tsx';
import { BotBar } from './BotBar.tsx';
import { BotBeginning } from './BotBeginning.tsx';
import { BotMark } from './BotMark.tsx';

export interface BotPartProps {
  part: 'background' | 'mark' | 'beginning' | 'bar';
  conversation: ConversationRow;
  me: string;
}

const parts = { background: BotBackground, mark: BotMark, beginning: BotBeginning, bar: BotBar };

export function BotPart({ part, ...props }: BotPartProps) {
  const Part = parts[part];
  return <Part {...props} />;
}
