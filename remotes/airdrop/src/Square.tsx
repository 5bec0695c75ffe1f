// All campaigns, those that are live first.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { EmptyState } from '@amber/ui/EmptyState';
import { AirdropIcon } from '@amber/ui/icons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { CampaignCard } from './CampaignCard.tsx';
import { strings } from './strings.ts';
import { useLandmark } from './useLandmark.ts';
import styles from './Square.module.css';

/** The page at /airdrop/square. */
export function Square() {
  const [asked, askAgain] = useAsk(async () => (await api.airdrop.list({})).list, []);
  return (
    <Page title={strings.airdrop} lead={strings.lead} width="cards" Landmark={useLandmark()}>
      {asked.status === 'loading' && <Skeleton rows={4} />}
      {asked.status === 'error' && <Notice sentence={asked.fault.message} code={asked.fault.code} onRetry={askAgain} />}
      {asked.status === 'ready' && (asked.answer.length === 0
        ? <EmptyState Icon={AirdropIcon} title={strings.none} text={strings.noneHint} />
        : <ul className={styles.cards}>{asked.answer.map((campaign) => <li key={campaign.id}><CampaignCard campaign={campaign} /></li>)}</ul>)}
    </Page>
  );
}
