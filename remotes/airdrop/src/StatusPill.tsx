// The label of a campaign's status: upcoming, live, ended, stopped, or draft.
import type { Campaign } from '@amber/proto';
import { cx } from '@amber/ui/cx';
import { words } from './words/gen/airdrop.ts';
import styles from './StatusPill.module.css';

/** Each status has its own colour. */
export function StatusPill({ campaign: { status, state } }: { campaign: Pick<Campaign, 'status' | 'state'> }) {
  const label = state === 'draft' ? words.draft : state === 'stopped' ? words.stopped : words.status[status];
  return <span className={cx(styles.pill, styles[state === 'published' ? status : 'ended'])}>{label}</span>;
}
