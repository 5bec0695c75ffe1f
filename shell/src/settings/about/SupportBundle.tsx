// Diagnostics for support: shown in full, copied or downloaded, never sent.
import { useQuery } from '@amber/client/useQuery';
import { useSubscription } from '@amber/client/useSubscription';
import { copyText } from '@amber/client/copyText';
import { engineState$ } from '@amber/client/hostEngine';
import { Button } from '@amber/ui/Button';
import { CopyIcon, DownloadIcon } from '@amber/ui/moreIcons';
import { useFederation } from '../../federation/show/useFederation.ts';
import { download } from '../download.ts';
import { RecentProblems } from './RecentProblems.tsx';
import { QueryStatus } from '../../kit/QueryStatus.tsx';
import { SettingsCard } from '../../kit/SettingsCard.tsx';
import { collectSupportData } from './collectSupportData.ts';
import { words } from '../../words/gen/support.ts';
import styles from './SupportBundle.module.css';

/** A card of the section 'about'. */
export function SupportBundle() {
  const federation = useFederation();
  const [request, refetch] = useQuery(async () => {
    const facts = await collectSupportData(federation);
    return { facts, text: JSON.stringify(facts, null, 2) };
  }, []);
  // The bundle contains the connection's status, which may change.
  useSubscription(engineState$, refetch);
  return (
    <SettingsCard title={words.title}>
      <p className={styles.lead}>{words.lead}</p>
      <QueryStatus request={request} refetch={refetch} rows={3} variant="lines" />
      {request.status === 'ready' && (
        <>
          <h3 className={styles.heading}>{words.problems}</h3>
          <RecentProblems problems={request.answer.facts.problems} />
          <h3 className={styles.heading}>{words.contents}</h3>
          <pre className={styles.contents} translate="no" role="region" aria-label={words.contents} tabIndex={0}>
            {request.answer.text}
          </pre>
          <div className={styles.actions}>
            <Button onClick={() => void copyText(request.answer.text)}>
              <CopyIcon />
              {words.copy}
            </Button>
            <Button onClick={() => download(request.answer.text, words.file)}>
              <DownloadIcon />
              {words.download}
            </Button>
          </div>
        </>
      )}
    </SettingsCard>
  );
}
