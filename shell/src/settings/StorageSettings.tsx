// What this browser stores for the account, and how to free space.
import { useAct } from '@amber/client/act';
import { useAsk } from '@amber/client/ask';
import { engine, showToast } from '@amber/client/engine';
import { sentenceOf } from '@amber/client/sentenceOf';
import { Button } from '@amber/ui/Button';
import { Confirm } from '@amber/ui/Confirm';
import { Notice } from '@amber/ui/Notice';
import { Skeleton } from '@amber/ui/Skeleton';
import { useState } from 'react';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { formatSize } from '@amber/words/formats';
import { words as settingsStrings } from '../words/gen/settings.ts';
import styles from './sections.module.css';

const words = settingsStrings.storage;

/** Null on insecure pages, which have no access. */
const look = async () =>
  'storage' in navigator
    ? { estimate: await navigator.storage.estimate(), isKept: await navigator.storage.persisted() }
    : null;

/** The section 'storage'. */
export function StorageSettings() {
  const [asked, refetch] = useAsk(look, []);
  const [, act] = useAct();
  const [clearing, setClearing] = useState(false);
  const keep = async () => {
    const isKept = await navigator.storage.persist();
    showToast(isKept ? 'success' : 'info', isKept ? words.agreed : words.refused);
    refetch();
  };
  const clear = () =>
    act(async () => {
      const { messages } = await engine.clearHistory({});
      showToast('success', words.cleared({ count: messages }));
      refetch();
    });
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      {asked.status === 'loading' && <Skeleton rows={2} look="lines" />}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={refetch} />
      )}
      {asked.status === 'ready' && (
        <>
          <SettingsCard title={words.used}>
            <Used estimate={asked.answer?.estimate} />
          </SettingsCard>
          {asked.answer && (
            <SettingsCard title={words.kept}>
              <p className={styles.lead}>{asked.answer.isKept ? words.isKept : words.notKept}</p>
              {!asked.answer.isKept && (
                <div>
                  <Button onClick={() => void keep()}>{words.keep}</Button>
                </div>
              )}
            </SettingsCard>
          )}
        </>
      )}
      <SettingsCard title={words.clear}>
        <p className={styles.lead}>{words.clearHint}</p>
        <div>
          <Button onClick={() => setClearing(true)}>{words.clearAction}</Button>
        </div>
      </SettingsCard>
      {clearing && (
        <Confirm
          open
          title={words.clearTitle}
          text={words.clearText}
          action={words.clearAction}
          onCancel={() => setClearing(false)}
          onConfirm={clear}
        />
      )}
    </>
  );
}

function Used({ estimate: { usage, quota } = {} }: { estimate?: StorageEstimate | undefined }) {
  if (usage === undefined || !quota) return <p className={styles.lead}>{words.none}</p>;
  const text = words.of({ used: formatSize(usage), quota: formatSize(quota) });
  return (
    <>
      <meter className={styles.meter} aria-label={words.bar} aria-valuetext={text} min={0} max={quota} value={usage} />
      <p className={styles.lead}>{text}</p>
    </>
  );
}
