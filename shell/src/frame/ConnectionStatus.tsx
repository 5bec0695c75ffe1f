// Shows that the connection is down, with a retry button once the engine has given up.
import { engine } from '@amber/client/hostEngine';
import { OfflineIcon } from '@amber/ui/icons';
import type { ConnectionNotice } from './connectionNotice.ts';
import { withTranslations } from '../kit/withTranslations.ts';
import { lazyWithRetry } from './lazyWithRetry.tsx';
import { words as strings } from '../words/gen/app.ts';
import styles from './ConnectionStatus.module.css';

const LastUpdate = lazyWithRetry(() =>
  withTranslations(import(/* webpackChunkName: "screens" */ './LastUpdate.tsx')).then((loaded) => loaded.LastUpdate),
);

const words = strings.host;

/** The live region 'Connection'; empty while the connection is open. */
export function ConnectionStatus({ notice }: { notice: ConnectionNotice }) {
  return (
    <div className={styles.status} role="status" aria-label={words.connection} data-notice={notice}>
      {notice === 'disconnected' ? <OfflineIcon /> : notice && <span className={styles.spinner} aria-hidden="true" />}
      {notice && words[notice]}
      {notice && <LastUpdate />}
      {notice === 'disconnected' && (
        // A failed attempt appears in this status again, so it needs no other error.
        <button type="button" className={styles.retry} onClick={() => void engine.reconnect({}).catch(() => {})}>
          {words.retry}
        </button>
      )}
    </div>
  );
}
