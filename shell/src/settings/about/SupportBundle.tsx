// Diagnostics for support: shown in full, copied or downloaded, never sent.
import { useQuery } from '@amber/client/useQuery';
import { copyText } from '@amber/client/copyText';
import { engineState$ } from '@amber/client/engine';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Button } from '@amber/ui/Button';
import { CopyIcon, DownloadIcon } from '@amber/ui/moreIcons';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Skeleton } from '@amber/ui/Skeleton';
import { useEffect } from 'react';
import { useFederation } from '../../federation/show/useFederation.ts';
import { download } from '../download.ts';
import { RecentProblems } from './RecentProblems.tsx';
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
  useEffect(() => {
    const changes = engineState$.subscribe(refetch);
    return () => changes.unsubscribe();
  }, [refetch]);
  return (
    <SettingsCard title={words.title}>
      <p className={styles.lead}>{words.lead}</p>
      {request.status === 'loading' && <Skeleton rows={3} variant="lines" />}
      {request.status === 'error' && (
        <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />
      )}
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
