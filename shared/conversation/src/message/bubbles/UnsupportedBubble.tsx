// A message of a kind that this version does not know.
import { strings } from '../../strings.ts';
import styles from './bubbles.module.css';

export const UnsupportedBubble = () => <span className={styles.muted}>{strings.unsupported}</span>;
