// The dated corrections of a campaign, whose rules and reward are fixed once it has begun.
import type { Campaign } from '@amber/proto';
import { formatDate } from '@amber/words/formats';
import { words } from './words/gen/campaign.ts';
import styles from './CampaignView.module.css';

/** Renders nothing without corrections. */
export function Corrections({ campaign }: { campaign: Campaign }) {
  // An older host does not decode this field.
  const corrections = campaign.corrections ?? [];
  if (corrections.length === 0) return null;
  return (
    <section className={styles.section} aria-label={words.corrections}>
      <h2 className={styles.title}>{words.corrections}</h2>
      <ul className={styles.corrections}>
        {corrections.map(({ time, text }) => (
          <li key={`${time} ${text}`}>
            <time className={styles.date} dateTime={new Date(time).toISOString()}>
              {formatDate(time, 'dateAndTime')}
            </time>
            <p className={styles.rules} dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
