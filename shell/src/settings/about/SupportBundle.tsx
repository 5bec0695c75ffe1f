// Diagnostics for whoever helps: shown in full, copied or downloaded, never sent.
import { useAsk } from '@amber/client/ask';
import { copyText } from '@amber/client/copyText';
import { engineState$ } from '@amber/client/engine';
import { sentenceOf } from '@amber/client/sentenceOf';
import { Button } from '@amber/ui/Button';
import { CopyIcon, DownloadIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { useEffect } from 'react';
import { useFederation } from '../../federation/show/useFederation.ts';
import { download } from '../download.ts';
import { RecentProblems } from './RecentProblems.tsx';
import { SettingsCard } from '../../kit/SettingsCard.tsx';
import { supportFacts } from './supportFacts.ts';
import { words } from '../../words/gen/support.ts';
import styles from './SupportBundle.module.css';

/** A card of the section 'about'. */
export function SupportBundle() {
  const federation = useFederation();
  const [asked, askAgain] = useAsk(async () => {
    const facts = await supportFacts(federation);
    return { facts, text: JSON.stringify(facts, null, 2) };
  }, []);
  // The connection is part of it and may change meanwhile.
  useEffect(() => {
    const changes = engineState$.subscribe(askAgain);
    return () => changes.unsubscribe();
  }, [askAgain]);
  return (
    <SettingsCard title={words.title}>
      <p className={styles.lead}>{words.lead}</p>
      {asked.status === 'loading' && <Skeleton rows={3} look="lines" />}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
      )}
      {asked.status === 'ready' && (
        <>
          <h3 className={styles.heading}>{words.problems}</h3>
          <RecentProblems problems={asked.answer.facts.problems} />
          <h3 className={styles.heading}>{words.contents}</h3>
          <pre className={styles.contents} translate="no" role="region" aria-label={words.contents} tabIndex={0}>
            {asked.answer.text}
          </pre>
          <div className={styles.actions}>
            <Button onClick={() => void copyText(asked.answer.text)}>
              <CopyIcon />
              {words.copy}
            </Button>
            <Button onClick={() => download(asked.answer.text, words.file)}>
              <DownloadIcon />
              {words.download}
            </Button>
          </div>
        </>
      )}
    </SettingsCard>
  );
}
