// The list of campaigns, live ones first.
import { api } from '@amber/client/engine';
import { useLandmark } from '@amber/client/landmark';
import { usePages } from '@amber/client/pages';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { Campaign } from '@amber/proto';
import { EmptyState } from '@amber/ui/EmptyState';
import { AirdropIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { PageEnd } from '@amber/ui/PageEnd';
import { Skeleton } from '@amber/ui/Skeleton';
import { CampaignCard } from './CampaignCard.tsx';
import { words } from './words/gen/airdrop.ts';
import styles from '@amber/ui/card.module.css';

const idOf = ({ id }: Campaign) => id;

async function pageAfter(after: string) {
  const { list, next } = await api.airdrop.list({ after });
  return { rows: list, next };
}

/** The page at /airdrop/square. */
export function Square() {
  const [pages, loadMore, again] = usePages(pageAfter, idOf, []);
  return (
    <Page title={words.airdrop} lead={words.lead} width="cards" Landmark={useLandmark()}>
      {pages.status === 'loading' && <Skeleton rows={4} />}
      {pages.status === 'error' && (
        <Notice sentence={sentenceOf(pages.fault)} code={pages.fault.code} onRetry={again} />
      )}
      {pages.status === 'ready' &&
        (pages.rows.length === 0 ? (
          <EmptyState Icon={AirdropIcon} title={words.none} text={words.noneHint} />
        ) : (
          <ul className={styles.cards}>
            {pages.rows.map((campaign) => (
              <li key={campaign.id}>
                <CampaignCard campaign={campaign} />
              </li>
            ))}
          </ul>
        ))}
      {pages.status === 'ready' && pages.fault && (
        <Notice sentence={sentenceOf(pages.fault)} code={pages.fault.code} onRetry={loadMore} />
      )}
      {pages.status === 'ready' && pages.more && !pages.fault && <PageEnd key={pages.next} onReached={loadMore} />}
    </Page>
  );
}
