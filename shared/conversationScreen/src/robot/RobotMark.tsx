// In the header of a chat with a bot: that an AI answers, and that the chat is open.
import { AiIcon } from '@amber/ui/moreIcons';
import { words } from '../words/gen/robot.ts';
import styles from '../ConversationHeader.module.css';

export const RobotMark = () => (
  <span className={styles.security} title={words.openHint}>
    <AiIcon />
    <span>
      <span>{words.open}</span>
    </span>
  </span>
);
