// The status above the first message of the window while older messages exist.
import { Button } from '@amber/ui/Button';
import { words } from '../words/gen/conversation.ts';
import styles from './OlderPageStatus.module.css';

/** The state of loading older messages from the gateway. */
export type OlderPageState =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'error'; sentence: string; code: string };

interface OlderPageStatusProps {
  state?: OlderPageState | undefined;
  onRetry?: (() => void) | undefined;
}

/** All states have the same height, so that the messages do not move. */
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
        {onRetry && <Button onClick={onRetry}>{words.retry}</Button>}
      </div>
    )}
  </div>
);
