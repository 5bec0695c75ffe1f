// The winners, and the instructions to verify a draw.
import { api } from '@amber/client/engine';
import { useRemarks } from '@amber/client/live';
import { usePaginatedQuery } from '@amber/client/usePaginatedQuery';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { Campaign, CampaignPart, CampaignWinner } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { displayName } from '@amber/ui/personName';
import { Link } from 'react-router-dom';
import { CheckDraw } from './CheckDraw.tsx';
import { words } from './words/gen/winners.ts';
import styles from './Winners.module.css';

const idOf = ({ place }: CampaignWinner) => String(place);

/** Sections below the rules. */
export function Winners({ campaign, mine }: { campaign: Campaign; mine: CampaignPart | null }) {
  const { given, way, status } = campaign;
  return (
    <>
      {(given > 0 || status === 'ended') && (
        <section className={styles.section} aria-label={words.title}>
          <h2 className={styles.title}>{words.title}</h2>
          {given === 0 ? <p className={styles.none}>{words.none}</p> : <List campaign={campaign} />}
        </section>
      )}
      {way === 'draw' && campaign.state === 'published' && <CheckDraw campaign={campaign} mine={mine} />}
    </>
  );
}

function List({ campaign: { id, given } }: { campaign: Campaign }) {
  const [pages, loadMore, refetch] = usePaginatedQuery((after) => api.airdrop.winners({ id, after }), idOf, [
    id,
    given,
  ]);
  if (pages.status !== 'ready') return <QueryStatus request={pages} refetch={refetch} rows={3} />;
  return (
    <>
      <ol className={styles.list}>
        {pages.rows.map((winner) => (
          <Winner key={winner.place} winner={winner} />
        ))}
      </ol>
      {pages.fault && <QueryStatus request={{ status: 'error', fault: pages.fault }} refetch={loadMore} />}
      {pages.hasMore && !pages.fault && <Button onClick={loadMore}>{words.more}</Button>}
    </>
  );
}

function Winner({ winner: { place, user } }: { winner: CampaignWinner }) {
  const { identifier = '', avatar = '' } = user ?? {};
  const name = displayName(user, useRemarks());
  const me = useSession();
  const face = (
    <>
      <Avatar identifier={identifier} name={name} src={avatar} size={32} />
      <span className={styles.name} dir="auto">
        {name}
      </span>
    </>
  );
  return (
    <li className={styles.winner}>
      {/* Visitors cannot open profiles. */}
      {me ? (
        <Link className={styles.person} to={paths.profile({ identifier })}>
          {face}
        </Link>
      ) : (
        <span className={styles.person}>{face}</span>
      )}
      <span className={styles.place}>{words.place({ place })}</span>
    </li>
  );
}
