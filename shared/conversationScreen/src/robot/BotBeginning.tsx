// The content above the first message of a chat with a bot: an explanation, the AI provider and the bot's greeting.
import type { ConversationRow } from '@amber/client/rows';
import { otherPerson } from '@amber/client/rows';
import { botName } from '../kit/botName.ts';
import { words } from '../words/gen/robot.ts';
import { useBot } from './useBot.ts';
import styles from '../kit/messageSpace.module.css';

export function BotBeginning({ conversation, me }: { conversation: ConversationRow; me: string }) {
  const other = otherPerson(conversation, me);
  const bot = useBot(other?.identifier ?? '');
  const name = botName(other?.lastName ?? conversation.name);
  return (
    <div className={styles.beginning}>
      <p>{words.beginning({ name, provider: bot?.provider || words.placeholder })}</p>
      <p>{words.beginningOpen}</p>
      {bot?.opening && <p dir="auto">“{bot.opening}”</p>}
    </div>
  );
}
