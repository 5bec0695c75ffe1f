// How a campaign goes, in four figures.
import type { Campaign } from '@amber/proto';
import { formatPercent } from '@amber/words/formats';
import { words } from '../words/gen/manage.ts';
import styles from './CampaignFigures.module.css';

const figuresOf = ({ participants, claims, given, prizes }: Campaign): [string, string][] => [
  [words.figures.participants, words.number({ count: participants })],
  [words.figures.claims, words.number({ count: claims })],
  [words.figures.rate, participants > 0 ? formatPercent(claims / participants) : '–'],
  [words.figures.given, prizes > 0 ? words.ofNumber({ count: given, total: prizes }) : '–'],
];

export const CampaignFigures = ({ campaign }: { campaign: Campaign }) => (
  <dl className={styles.figures}>
    {figuresOf(campaign).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
