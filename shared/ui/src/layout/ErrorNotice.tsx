// An error message with its code and a retry button.
import { Button } from '../form/Button.tsx';
import { words } from '../words/gen/ui.ts';
import styles from './ErrorNotice.module.css';

interface ErrorNoticeProps {
  message: string;
  code: string;
  onRetry?: (() => void) | undefined;
}

/** Renders an error in place of the content that failed to load. */
export function ErrorNotice({ message, code, onRetry }: ErrorNoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <p>{message}</p>
      <p className={styles.code}>{words.errorCode({ code })}</p>
      {onRetry && <Button onClick={onRetry}>{words.retry}</Button>}
    </div>
  );
}
