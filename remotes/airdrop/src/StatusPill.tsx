// How a campaign stands: upcoming, live or ended.
import type { Campaign_Status } from '@amber/proto';
import { cx } from '@amber/ui/cx';
import { words } from './words/gen/airdrop.ts';
import styles from './StatusPill.module.css';

/** The word, in a colour of its own. */
export const StatusPill = ({ status }: { status: Campaign_Status }) => (
  <span className={cx(styles.pill, styles[status])}>{words.status[status]}</span>
);
