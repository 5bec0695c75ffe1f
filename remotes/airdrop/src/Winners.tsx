// The winners, and the instructions to verify a draw.
import { api } from '@amber/client/engine';
import { usePaginatedQuery } from '@amber/client/usePaginatedQuery';
import { paths } from '@amber/client/paths';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { useSession } from '@amber/client/session';
import type { Campaign, CampaignPart, CampaignWinner } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { personName } from '@amber/ui/personName';
import { Skeleton } from '@amber/ui/Skeleton';
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
  const [pages, loadMore, refetch] = usePaginatedQuery(
    async (after) => {
      const { list, next } = await api.airdrop.winners({ id, after });
      return { rows: list, next };
    },
    idOf,
    [id, given],
  );
  if (pages.status === 'loading') return <Skeleton rows={3} />;
  if (pages.status === 'error')
    return <ErrorNotice message={getErrorMessage(pages.fault)} code={pages.fault.code} onRetry={refetch} />;
  return (
    <>
      <ol className={styles.list}>
        {pages.rows.map((winner) => (
          <Winner key={winner.place} winner={winner} />
        ))}
      </ol>
      {pages.fault && <ErrorNotice message={getErrorMessage(pages.fault)} code={pages.fault.code} onRetry={loadMore} />}
      {pages.hasMore && !pages.fault && <Button onClick={loadMore}>{words.more}</Button>}
    </>
  );
}

function Winner({ winner: { place, user } }: { winner: CampaignWinner }) {
  const { identifier = '', avatar = '' } = user ?? {};
  const lastName = personName(user?.lastName ?? '');
  const me = useSession();
  const face = (
    <>
      <Avatar identifier={identifier} name={lastName} src={avatar} size={32} />
      <span className={styles.name} dir="auto">
        {lastName}
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
