// The view of a campaign, used by its page and by the preview in the editor.
import type { Campaign } from '@amber/proto';
import { Banner } from '@amber/ui/Banner';
import { ClockIcon } from '@amber/ui/icons';
import { AirdropIcon } from '@amber/ui/moreIcons';
import { formatDate } from '@amber/words/formats';
import type { ReactNode } from 'react';
import { bannerOf } from './bannerOf.ts';
import { Corrections } from './Corrections.tsx';
import { Countdown } from './Countdown.tsx';
import { StatusPill } from './StatusPill.tsx';
import { words } from './words/gen/campaign.ts';
import { words as square } from './words/gen/airdrop.ts';
import styles from './CampaignView.module.css';

/** Returns the facts in the order in which people look for them. */
const factsOf = ({ status, way, prizes, given, claims, begins, ends, participants }: Campaign) => [
  [words.participants, words.number({ count: participants })],
  ...(prizes > 0
    ? [
        [
          words.prizes,
          status === 'live' && way === 'firstCome'
            ? square.left({ count: prizes - given, total: prizes })
            : words.number({ count: prizes }),
        ],
        [words.way, words.ways[way]],
      ]
    : []),
  ...(way === 'draw' ? [[words.entries, words.number({ count: claims })]] : []),
  [words.begins, formatDate(begins, 'longDateAndTime')],
  [status === 'ended' ? words.ended : words.ends, formatDate(ends, 'longDateAndTime')],
];

interface CampaignViewProps {
  campaign: Campaign;
  /** The reader's actions. */
  participation: ReactNode;
  /** Rendered below the rules. */
  children?: ReactNode;
}

/** Two columns: the campaign, and the participation; on a phone the second follows the picture. */
export function CampaignView({ campaign, participation, children }: CampaignViewProps) {
  const { id, reward, rules, prizes, given, way, status } = campaign;
  const share = prizes > 0 ? given / prizes : 0;
  return (
    <div className={styles.view}>
      <div className={styles.hero}>
        <Banner src={bannerOf(campaign)} identifier={id} tall />
        <span className={styles.status}>
          <StatusPill campaign={campaign} />
        </span>
        <div className={styles.reward}>
          <AirdropIcon />
          <div>
            <p className={styles.label}>{words.reward}</p>
            <p className={styles.what} dir="auto">
              {reward}
            </p>
          </div>
          {status !== 'ended' && (
            <p className={styles.time}>
              <ClockIcon />
              <Countdown campaign={campaign} />
            </p>
          )}
        </div>
        {way === 'firstCome' && prizes > 0 && status === 'live' && (
          <div className={styles.meter} aria-hidden="true">
            <span style={{ inlineSize: `${100 * share}%` }} />
          </div>
        )}
      </div>
      <div className={styles.part}>{participation}</div>
      <div className={styles.about}>
        <dl className={styles.facts}>
          {factsOf(campaign).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <section className={styles.section}>
          <h2 className={styles.title}>{words.rules}</h2>
          <p className={styles.rules} dir="auto">
            {rules || words.noRules}
          </p>
        </section>
        <Corrections campaign={campaign} />
        {children}
      </div>
    </div>
  );
}
