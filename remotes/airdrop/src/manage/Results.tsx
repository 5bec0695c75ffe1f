// The results of a campaign: figures, winners with their prizes, and claims that may be from one person.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/engine';
import { useRemarks } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { CampaignCluster, CampaignPrize } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { BackLink } from '@amber/ui/BackLink';
import { Button } from '@amber/ui/Button';
import { cx } from '@amber/ui/cx';
import { DownloadIcon } from '@amber/ui/moreIcons';
import { displayName } from '@amber/ui/personName';
import { Page } from '@amber/ui/Page';
import { formatDate, formatDateRange } from '@amber/words/formats';
import { Link, useParams } from 'react-router-dom';
import { airdropPaths } from '../airdropPaths.ts';
import { fetchAllPages } from '../fetchAllPages.ts';
import { StatusPill } from '../StatusPill.tsx';
import { words as all } from '../words/gen/manage.ts';
import { CampaignFigures } from './CampaignFigures.tsx';
import { toCsv } from './csv.ts';
import { NotOperator } from './NotOperator.tsx';
import table from '@amber/ui/table.module.css';
import styles from './Results.module.css';

const words = all.result;
/** The number of winners shown; the file contains all. */
const winnersShown = 100;

function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After a minute the browser has certainly started to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The page at /airdrop/manage/:id/results. */
export function Results() {
  const { id = '' } = useParams();
  return <CampaignResults key={id} id={id} />;
}

function CampaignResults({ id }: { id: string }) {
  const [request, refetch] = useQuery(async () => {
    const [{ list }, { list: clusters }, { campaign }] = await Promise.all([
      api.airdrop.prizes({ id }),
      api.airdrop.clusters({ id }),
      api.airdrop.info({ id }),
    ]);
    return { list, clusters, campaign: campaign! };
  }, [id]);
  const [busy, act] = useAction();
  const download = () =>
    act(async () => {
      const prizes = await fetchAllPages((after) => api.airdrop.prizes({ id, after }));
      const rows = prizes.map(({ place, user, code, wallet, ticket, time }) => [
        String(place),
        user?.identifier ?? '',
        user?.lastName ?? '',
        code,
        wallet,
        ticket,
        new Date(time).toISOString(),
      ]);
      saveCsv(`${id}.csv`, toCsv([['place', 'identifier', 'name', 'code', 'wallet', 'ticket', 'claimed'], ...rows]));
    });
  return (
    <Page
      title={request.status === 'ready' ? request.answer.campaign.title : words.title}
      lead={words.title}
      width="cards"
      before={<BackLink to={airdropPaths.manage()} label={all.back} />}
      actions={
        request.status === 'ready' &&
        request.answer.list.length > 0 && (
          <Button busy={busy} onClick={() => void download()}>
            <DownloadIcon />
            {words.download}
          </Button>
        )
      }
    >
      <QueryStatus request={request} refetch={refetch} refused={<NotOperator />} rows={6} variant="lines" />
      {request.status === 'ready' && (
        <>
          <div className={styles.summary}>
            <span className={styles.period}>
              {formatDateRange(request.answer.campaign.begins, request.answer.campaign.ends)}
            </span>
            <StatusPill campaign={request.answer.campaign} />
            <CampaignFigures campaign={request.answer.campaign} />
          </div>
          <section className={styles.section} aria-label={words.winners}>
            <h2 className={styles.title}>{words.winners}</h2>
            {request.answer.list.length === 0 ? (
              <p className={styles.none}>{words.noWinners}</p>
            ) : (
              <Prizes prizes={request.answer.list.slice(0, winnersShown)} />
            )}
          </section>
          <Clusters clusters={request.answer.clusters} />
        </>
      )}
    </Page>
  );
}

function Prizes({ prizes }: { prizes: readonly CampaignPrize[] }) {
  const remarks = useRemarks();
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{words.place}</th>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.prize}</th>
            <th scope="col">{words.time}</th>
          </tr>
        </thead>
        <tbody>
          {prizes.map(({ place, user, code, wallet, time }) => (
            <tr key={place}>
              <td>{words.placeOf({ place })}</td>
              <td data-label={words.name}>
                <Link className={styles.name} to={paths.profile({ identifier: user?.identifier ?? '' })} dir="auto">
                  {displayName(user, remarks)}
                </Link>
              </td>
              <td className={cx(table.mono, styles.code)} data-label={words.prize}>
                <bdi dir="ltr">{code || wallet}</bdi>
              </td>
              <td data-label={words.time}>{formatDate(time, 'dateAndTime')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Clusters({ clusters }: { clusters: readonly CampaignCluster[] }) {
  const titleOf = ({ kind, label }: CampaignCluster) =>
    kind === 'network' || kind === 'inviter' ? words.kinds[kind]({ label }) : words.kinds[kind];
  const remarks = useRemarks();
  return (
    <section className={styles.section} aria-label={words.clusters}>
      <h2 className={styles.title}>{words.clusters}</h2>
      <p className={styles.none}>{clusters.length > 0 ? words.clustersHint : words.noClusters}</p>
      {clusters.map((cluster) => (
        <div key={`${cluster.kind} ${cluster.label}`} className={styles.cluster}>
          <p>
            {titleOf(cluster)} · {words.accounts({ count: cluster.count })}
          </p>
          <ul className={styles.people}>
            {cluster.people.map((person) => (
              <li key={person.identifier}>
                <Link className={styles.person} to={paths.profile({ identifier: person.identifier })}>
                  <Avatar
                    identifier={person.identifier}
                    name={displayName(person, remarks)}
                    src={person.avatar}
                    size={24}
                  />
                  <span dir="auto">{displayName(person, remarks)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
