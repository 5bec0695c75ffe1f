// The placeholder of a message of a kind that this version does not know.
import { words } from '../../words/gen/conversation.ts';
import styles from './bubbles.module.css';

export const UnsupportedBubble = () => <span className={styles.muted}>{words.unsupported}</span>;
