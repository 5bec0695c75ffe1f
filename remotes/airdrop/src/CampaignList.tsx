// The list of campaigns: live, upcoming and ended ones.
import type { Session } from '@amber/client/bus';
import { api } from '@amber/client/engine';
import { useLandmark } from '@amber/client/useLandmark';
import { useSession } from '@amber/client/session';
import { NextPage } from '@amber/conversation-screen/NextPage';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { Campaign } from '@amber/proto';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { AirdropIcon } from '@amber/ui/moreIcons';
import { Page } from '@amber/ui/Page';
import { useId, useState } from 'react';
import { Fault } from '@amber/proto/faults';
import { CampaignCard } from './CampaignCard.tsx';
import { useLiveNumbers, withDeviceClock, withLive } from './useLiveNumbers.ts';
import { airdropPaths } from './airdropPaths.ts';
import { Stale } from './Stale.tsx';
import { storedCampaigns } from './storedCampaigns.ts';
import { useCachedQuery } from './useCachedQuery.ts';
import { words } from './words/gen/airdrop.ts';
import styles from './CampaignList.module.css';

const groups = ['live', 'upcoming', 'ended'] as const;

/** The gateway refuses everybody else's calls in any case. */
const isOperator = (session: Session | null): boolean =>
  session !== null && session.name !== undefined && session.name !== 'dontHaveAccess';

/** The page at /airdrop/square. */
export function CampaignList() {
  const session = useSession();
  const [{ answer, at, fault }, refetch] = useCachedQuery('square', () => api.airdrop.list({}), storedCampaigns);
  return (
    <Page
      title={words.airdrop}
      lead={words.lead}
      width="cards"
      Landmark={useLandmark()}
      actions={isOperator(session) && <ButtonLink to={airdropPaths.manage()}>{words.manage}</ButtonLink>}
    >
      {!answer && (
        <QueryStatus request={fault ? { status: 'error', fault } : { status: 'loading' }} refetch={refetch} rows={4} />
      )}
      {answer && fault && <Stale at={at} onRefresh={refetch} />}
      {answer?.list.length === 0 && <EmptyState Icon={AirdropIcon} title={words.none} text={words.noneHint} />}
      {answer && (
        <Groups key={answer.next} first={fault ? answer.list.map(withDeviceClock) : answer.list} next={answer.next} />
      )}
    </Page>
  );
}

/** The campaigns of the first page, and older ones loaded by scrolling. */
function Groups({ first, next }: { first: readonly Campaign[]; next: string }) {
  const [older, setOlder] = useState<{ list: readonly Campaign[]; next: string }>({ list: [], next });
  const [fault, setFault] = useState<Fault | null>(null);
  const unfinished = first.filter(({ status }) => status !== 'ended');
  const numbers = useLiveNumbers(unfinished.map(({ id }) => id));
  const all = [...first.map((campaign) => withLive(campaign, numbers.get(campaign.id))), ...older.list];
  const loadMore = () => {
    setFault(null);
    api.airdrop.list({ after: older.next }).then(
      (page) => setOlder((now) => ({ list: [...now.list, ...page.list], next: page.next })),
      (thrown: unknown) => setFault(Fault.of(thrown)),
    );
  };
  return (
    <>
      {groups.map((status) => (
        <Group key={status} title={words.groups[status]} campaigns={all.filter((one) => one.status === status)} />
      ))}
      <NextPage pages={{ next: older.next, fault }} loadMore={loadMore} />
    </>
  );
}

function Group({ title, campaigns }: { title: string; campaigns: readonly Campaign[] }) {
  const id = useId();
  if (campaigns.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.list}>
        {campaigns.map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} />
          </li>
        ))}
      </ul>
    </section>
  );
}
