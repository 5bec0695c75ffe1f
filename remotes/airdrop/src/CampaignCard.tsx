// One campaign in the list.
import { paths } from '@amber/client/paths';
import type { Campaign } from '@amber/proto';
import { Banner } from '@amber/ui/Banner';
import { ClockIcon } from '@amber/ui/icons';
import { AirdropIcon } from '@amber/ui/moreIcons';
import { formatDateRange } from '@amber/words/formats';
import { Link } from 'react-router-dom';
import { bannerOf } from './bannerOf.ts';
import { Countdown } from './Countdown.tsx';
import { StatusPill } from './StatusPill.tsx';
import { words } from './words/gen/airdrop.ts';
import styles from './CampaignCard.module.css';

/** Returns the prize information that matters in the campaign's status. */
function prizesOf({ status, way, prizes, given }: Campaign): string {
  if (prizes === 0) return '';
  if (status === 'ended') return words.winnersOf({ count: given });
  return way === 'firstCome' ? words.left({ count: prizes - given, total: prizes }) : '';
}

/** A card that links to the campaign's page. */
export function CampaignCard({ campaign }: { campaign: Campaign }) {
  const { id, title, reward, begins, ends, status, participants } = campaign;
  const prizes = prizesOf(campaign);
  return (
    <Link className={styles.card} to={paths.campaign({ id })}>
      <Banner src={bannerOf(campaign)} identifier={id} />
      <span className={styles.status}>
        <StatusPill campaign={campaign} />
      </span>
      <span className={styles.text}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <span className={styles.reward}>
          <AirdropIcon />
          <span dir="auto">{reward}</span>
        </span>
        <span className={styles.time}>
          <ClockIcon />
          {status === 'ended' ? formatDateRange(begins, ends) : <Countdown campaign={campaign} />}
        </span>
        <span className={styles.facts}>
          <span>{words.taking({ count: participants })}</span>
          {prizes && <span>{prizes}</span>}
        </span>
      </span>
    </Link>
  );
}
