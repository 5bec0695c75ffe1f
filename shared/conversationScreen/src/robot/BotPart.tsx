// Maps the parts of a chat with a bot to their components.
import type { ConversationRow } from '@amber/client/rows';
import { BotBackground } from './BotBackground.tsx';
import { BotBar } from './BotBar.tsx';
import { BotBeginning } from './BotBeginning.tsx';
import { BotMark } from './BotMark.tsx';
import { SpeakAnswers } from './SpeakAnswers.tsx';

export interface BotPartProps {
  part: 'background' | 'mark' | 'beginning' | 'bar' | 'speakAnswers';
  conversation: ConversationRow;
  me: string;
  /** Whether the chat has no messages. */
  isEmpty?: boolean;
}

const parts = {
  background: BotBackground,
  mark: BotMark,
  beginning: BotBeginning,
  bar: BotBar,
  speakAnswers: SpeakAnswers,
};

export function BotPart({ part, ...props }: BotPartProps) {
  const Part = parts[part];
  return <Part {...props} />;
}
