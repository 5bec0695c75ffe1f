// The live campaigns, for visitors.
import { useQuery } from '@amber/client/useQuery';
import { api } from '@amber/client/hostEngine';
import { paths } from '@amber/client/paths';
import { AirdropIcon } from '@amber/ui/moreIcons';
import { Link } from 'react-router-dom';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/landing.ts';
import { LandingList } from './LandingList.tsx';
import styles from './LandingList.module.css';

/** A section of the landing page. */
export function LiveCampaigns() {
  const [request, refetch] = useQuery(
    async () => (await api.airdrop.list({})).list.filter(({ status }) => status === 'live'),
    [],
  );
  return (
    <LandingList
      id="campaigns"
      title={words.campaigns}
      lead={words.campaignsLead}
      none={words.noCampaigns}
      request={request}
      refetch={refetch}
    >
      {({ id, title, reward, ends }) => (
        <li key={id}>
          <Link className={styles.card} to={paths.campaign({ id })}>
            <span className={styles.icon}>
              <AirdropIcon />
            </span>
            <span className={styles.what}>
              <span className={styles.name} dir="auto">
                {title}
              </span>
              <span className={styles.text} dir="auto">
                {reward}
              </span>
              <span className={styles.fact}>{words.until({ day: formatDate(ends, 'longDate') })}</span>
            </span>
          </Link>
        </li>
      )}
    </LandingList>
  );
}
