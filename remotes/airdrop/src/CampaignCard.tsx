// One campaign in the list.
import { paths } from '@amber/client/paths';
import type { Campaign } from '@amber/proto';
import { Banner } from '@amber/ui/Banner';
import { AirdropIcon } from '@amber/ui/moreIcons';
import { Link } from 'react-router-dom';
import { bannerOf } from './bannerOf.ts';
import { period } from './period.ts';
import { StatusPill } from './StatusPill.tsx';
import { words } from './words/gen/airdrop.ts';
import styles from './CampaignCard.module.css';

/** A card that leads to its page. */
export function CampaignCard({ campaign }: { campaign: Campaign }) {
  const { id, title, reward, begins, ends, status, participants } = campaign;
  return (
    <Link className={styles.card} to={paths.campaign({ id })}>
      <Banner src={bannerOf(campaign)} identifier={id} />
      <span className={styles.status}>
        <StatusPill status={status} />
      </span>
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <span className={styles.reward}>
          <AirdropIcon />
          {reward}
        </span>
        <span className={styles.facts}>
          <span>{period(begins, ends)}</span>
          <span>{words.taking({ count: participants })}</span>
        </span>
      </span>
    </Link>
  );
}
