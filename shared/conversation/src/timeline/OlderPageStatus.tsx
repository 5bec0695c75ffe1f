// Shown above the first message of the window while there are older ones.
import { Button } from '@amber/ui/Button';
import { words } from '../words/gen/conversation.ts';
import styles from './OlderPageStatus.module.css';

/** What is above the first message of the window while it is fetched from the gateway. */
export type OlderPageState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'error'; sentence: string; code: string };

interface OlderPageStatusProps {
  state?: OlderPageState | undefined;
  onRetry?: (() => void) | undefined;
}

/** As high in each state: what is read stays where it is. */
export const OlderPageStatus = ({ state = { status: 'idle' }, onRetry }: OlderPageStatusProps) => (
  <div className={styles.older}>
    {state.status === 'loading' && (
      <p className={styles.loading} role="status">
        {words.loadingOlder}
      </p>
    )}
    {state.status === 'error' && (
      <div className={styles.failed} role="alert">
        <p>{words.olderFailed({ sentence: state.sentence, code: state.code })}</p>
        {onRetry && <Button onClick={onRetry}>{words.entries.retry}</Button>}
      </div>
    )}
  </div>
);
