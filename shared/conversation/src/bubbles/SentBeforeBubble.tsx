// A sealed message of which this device got no copy.
import { strings } from '../strings.ts';
import styles from './bubbles.module.css';

export const SentBeforeBubble = () => <span className={styles.muted}>{strings.sentBefore}</span>;
