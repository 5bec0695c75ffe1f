// The outcome of a campaign for me: a prize, a ticket in the draw, or nothing.
import { copyText } from '@amber/client/copyText';
import type { Campaign, CampaignPart } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { cx } from '@amber/ui/cx';
import { CopyIcon } from '@amber/ui/moreIcons';
import type { ReactNode } from 'react';
import { words } from './words/gen/campaign.ts';
import styles from './Outcome.module.css';

type OutcomeName =
  | 'won'
  | 'entered'
  | 'lost'
  | 'elsewhere'
  | 'empty'
  | 'stopped'
  | 'unfinished'
  | 'notEntered'
  | 'unclaimed'
  | 'over';

export const isDone = ({ tasks }: Campaign): boolean => tasks.every(({ done, count }) => done >= count);

/** Whether others have claimed all prizes before its end. */
const areAllGiven = ({ way, prizes, given }: Campaign): boolean => way === 'firstCome' && prizes > 0 && given >= prizes;

/** The outcome of a campaign that ended before I claimed anything. */
function outcomeWithoutClaim(campaign: Campaign, mine: CampaignPart | null): OutcomeName {
  if (!mine?.joinedAt || campaign.prizes === 0) return 'over';
  if (!isDone(campaign)) return 'unfinished';
  if (campaign.way === 'draw') return 'notEntered';
  return areAllGiven(campaign) ? 'empty' : 'unclaimed';
}

/** Returns null while there is something left to do. */
export function outcomeOf(campaign: Campaign, mine: CampaignPart | null): OutcomeName | null {
  const { status, state, prizes, drawnAt } = campaign;
  if (mine && mine.place > 0) return 'won';
  if (state === 'stopped') return 'stopped';
  if (mine && mine.claimedAt > 0) return drawnAt > 0 ? 'lost' : 'entered';
  if (mine?.claimedElsewhere && prizes > 0) return 'elsewhere';
  if (status === 'ended') return outcomeWithoutClaim(campaign, mine);
  return status === 'live' && areAllGiven(campaign) ? 'empty' : null;
}

interface OutcomeProps {
  campaign: Campaign;
  mine: CampaignPart | null;
  outcome: OutcomeName;
}

/** A live region that announces changes. */
export function Outcome({ campaign: { prizes }, mine, outcome }: OutcomeProps) {
  const texts: Record<OutcomeName, string> = {
    won: words.wonPlace({ place: mine?.place ?? 0, total: prizes }),
    entered: words.enteredHint,
    lost: words.lostHint,
    empty: words.emptyHint,
    stopped: words.stoppedHint,
    elsewhere: words.elsewhereHint,
    unfinished: words.unfinishedHint,
    notEntered: words.notEnteredHint,
    unclaimed: words.unclaimedHint,
    over: prizes > 0 ? words.overHint : words.overOnlyHint,
  };
  const { code = '', wallet = '', ticket = '' } = mine ?? {};
  return (
    <div className={cx(styles.outcome, outcome === 'won' && styles.won)} role="status">
      <p className={styles.title}>{words[`${outcome}Title`]}</p>
      <p className={styles.text}>{texts[outcome]}</p>
      {code && (
        <Value label={words.yourCode} value={code} className={styles.code}>
          <Button onClick={() => void copyText(code)}>
            <CopyIcon />
            {words.copyCode}
          </Button>
        </Value>
      )}
      {outcome === 'won' && wallet && <Value label={words.yourWallet} value={wallet} className={styles.ticket} />}
      {ticket && <Value label={words.yourTicket} value={ticket} className={styles.ticket} />}
    </div>
  );
}

interface ValueProps {
  label: string;
  value: string;
  className: string | undefined;
  children?: ReactNode;
}

const Value = ({ label, value, className, children }: ValueProps) => (
  <div className={styles.prize}>
    <span className={styles.label}>{label}</span>
    <code className={className} dir="ltr">
      {value}
    </code>
    {children}
  </div>
);
