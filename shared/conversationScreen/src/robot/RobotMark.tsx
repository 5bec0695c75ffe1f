// In the header of a chat with a bot: who answers, and that the chat is open.
import { type ConversationRow } from '@amber/client/db';
import { PersonIcon } from '@amber/ui/icons';
import { AiIcon } from '@amber/ui/moreIcons';
import { words } from '../words/gen/robot.ts';
import { useWhoAnswers } from './useWhoAnswers.ts';
import styles from '../security/headerMark.module.css';

export function RobotMark({ conversation }: { conversation: ConversationRow }) {
  const who = useWhoAnswers(conversation.conversionId);
  const said =
    who.by === 'AI' ? words.open : who.by === 'waiting' ? words.waiting : words.humanAnswers({ name: who.human.name });
  return (
    <span className={styles.security} title={who.by === 'AI' ? words.openHint : words.humanHint}>
      {who.by === 'AI' ? <AiIcon /> : <PersonIcon />}
      <span>
        <span>{said}</span>
      </span>
    </span>
  );
}
