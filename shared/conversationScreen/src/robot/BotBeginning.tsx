// The content above the first message of a chat with a bot: an explanation, the AI provider, and the bot's greeting; in
// an empty chat with one's assistant also questions to begin with.
import { engine, newMessageId } from '@amber/client/engine';
import type { ConversationRow } from '@amber/client/rows';
import { otherPerson } from '@amber/client/rows';
import { useAction } from '@amber/client/useAction';
import { Button } from '@amber/ui/Button';
import { botName } from '../kit/botName.ts';
import { words } from '../words/gen/robot.ts';
import { useBot } from './useBot.ts';
import styles from '../kit/messageSpace.module.css';

interface BotBeginningProps {
  conversation: ConversationRow;
  me: string;
  isEmpty?: boolean;
}

export function BotBeginning({ conversation, me, isEmpty = false }: BotBeginningProps) {
  const other = otherPerson(conversation, me);
  const bot = useBot(other?.identifier ?? '');
  const name = botName(other?.lastName ?? conversation.name);
  const asksQuestions = isEmpty && bot?.type === 'assistant';
  const greeting = bot?.opening || (asksQuestions ? words.welcome : '');
  return (
    <div className={styles.beginning}>
      <p>{words.beginning({ name, provider: bot?.provider || words.placeholder })}</p>
      <p>{words.beginningOpen}</p>
      {greeting && (
        <p className={styles.greeting} dir="auto">
          {greeting}
        </p>
      )}
      {asksQuestions && <Questions conversationId={conversation.conversionId} />}
    </div>
  );
}

function Questions({ conversationId }: { conversationId: string }) {
  const [busy, act] = useAction();
  const ask = (text: string) =>
    act(() => engine.send({ id: newMessageId(), conversationId, type: 'text', body: { text } }));
  return (
    <ul className={styles.questions}>
      {Object.values(words.questions).map((question) => (
        <li key={question}>
          <Button busy={busy} onClick={() => void ask(question)}>
            {question}
          </Button>
        </li>
      ))}
    </ul>
  );
}
