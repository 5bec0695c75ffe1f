// The mark in the header of a chat with a bot: who answers, and that the chat is not encrypted.
import { type ConversationRow } from '@amber/client/rows';
import { PersonIcon } from '@amber/ui/icons';
import { AiIcon } from '@amber/ui/moreIcons';
import { words } from '../words/gen/robot.ts';
import { useResponder } from './useResponder.ts';
import styles from '../security/headerMark.module.css';

export function BotMark({ conversation }: { conversation: ConversationRow }) {
  const responder = useResponder(conversation.conversionId);
  const label =
    responder.by === 'AI'
      ? words.open
      : responder.by === 'waiting'
        ? words.waiting
        : words.humanAnswers({ name: responder.human.name });
  return (
    <span className={styles.security} title={responder.by === 'AI' ? words.openHint : words.humanHint}>
      {responder.by === 'AI' ? <AiIcon /> : <PersonIcon />}
      <span>
        <span>{label}</span>
      </span>
    </span>
  );
}
