// A campaign's status: upcoming, live or ended.
import type { Campaign_Status } from '@amber/proto';
import { cx } from '@amber/ui/cx';
import { words } from './words/gen/airdrop.ts';
import styles from './StatusPill.module.css';

/** Each status has its own colour. */
export const StatusPill = ({ status }: { status: Campaign_Status }) => (
  <span className={cx(styles.pill, styles[status])}>{words.status[status]}</span>
);
