// One campaign: reward, dates and rules.
import { useAsk } from '@amber/client/ask';
import { api } from '@amber/client/engine';
import { useLandmark } from '@amber/client/landmark';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import type { Campaign } from '@amber/proto';
import { BackLink } from '@amber/ui/BackLink';
import { Banner } from '@amber/ui/Banner';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { useParams } from 'react-router-dom';
import { bannerOf } from './bannerOf.ts';
import { exactly } from './period.ts';
import { StatusPill } from './StatusPill.tsx';
import { words } from './words/gen/airdrop.ts';
import styles from './CampaignPage.module.css';

/** The page at /airdrop/:id/info. */
export function CampaignPage() {
  const { id = '' } = useParams();
  const Landmark = useLandmark();
  const [asked, askAgain] = useAsk(async () => (await api.airdrop.info({ id })).campaign!, [id]);
  const title = asked.status === 'ready' ? asked.answer.title : asked.status === 'error' ? words.gone : words.airdrop;
  return (
    <Page title={title} Landmark={Landmark} before={<BackLink to={paths.airdrop()} label={words.back} />}>
      {asked.status === 'loading' && <Skeleton rows={3} look="lines" />}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
      )}
      {asked.status === 'ready' && <Info campaign={asked.answer} />}
    </Page>
  );
}

function Info({ campaign }: { campaign: Campaign }) {
  const { id, reward, rules, begins, ends, status, participants } = campaign;
  const facts: readonly (readonly [string, string])[] = [
    [words.reward, reward],
    [words.begins, exactly(begins)],
    [status === 'ended' ? words.ended : words.ends, exactly(ends)],
    [words.participants, String(participants)],
  ];
  return (
    <article className={styles.card}>
      <Banner src={bannerOf(campaign)} identifier={id} tall />
      <span className={styles.status}>
        <StatusPill status={status} />
      </span>
      <div className={styles.text}>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <h2 className={styles.title}>{words.rules}</h2>
        <p className={styles.rules}>{rules || words.noRules}</p>
      </div>
    </article>
  );
}
