// The storage settings: the size of the data in this browser, and ways to free space.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { engine, showToast } from '@amber/client/hostEngine';
import { Button } from '@amber/ui/Button';
import { ConfirmButton } from '@amber/ui/ConfirmButton';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { formatSize } from '@amber/words/formats';
import { words as settingsStrings } from '../words/gen/settings.ts';
import styles from './sections.module.css';

const words = settingsStrings.storage;

/** Returns null on insecure pages, which have no access to the storage API. */
const readStorage = async () =>
  'storage' in navigator
    ? { estimate: await navigator.storage.estimate(), isPersisted: await navigator.storage.persisted() }
    : null;

/** The section 'storage'. */
export function StorageSettings() {
  const [request, refetch] = useQuery(readStorage, []);
  const [, act] = useAction();
  const requestPersistence = async () => {
    const isPersisted = await navigator.storage.persist();
    showToast(isPersisted ? 'success' : 'info', isPersisted ? words.agreed : words.refused);
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
      <QueryStatus request={request} refetch={refetch} rows={2} variant="lines" />
      {request.status === 'ready' && (
        <>
          <SettingsCard title={words.used}>
            <Used estimate={request.answer?.estimate} />
          </SettingsCard>
          {request.answer && (
            <SettingsCard title={words.kept}>
              <p className={styles.lead}>{request.answer.isPersisted ? words.isKept : words.notKept}</p>
              {!request.answer.isPersisted && (
                <div>
                  <Button onClick={() => void requestPersistence()}>{words.keep}</Button>
                </div>
              )}
            </SettingsCard>
          )}
        </>
      )}
      <SettingsCard title={words.clear}>
        <p className={styles.lead}>{words.clearHint}</p>
        <div>
          <ConfirmButton title={words.clearTitle} text={words.clearText} action={words.clearAction} onConfirm={clear} />
        </div>
      </SettingsCard>
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
