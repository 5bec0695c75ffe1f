// What went wrong, its code, and the way to try again.
import { Button } from '../form/Button.tsx';
import { words } from '../words/gen/ui.ts';
import styles from './Notice.module.css';

interface NoticeProps {
  sentence: string;
  code: string;
  onRetry?: (() => void) | undefined;
}

/** An error in the place of what it kept from showing. */
export function Notice({ sentence, code, onRetry }: NoticeProps) {
  return (
    <div className={styles.notice} role="alert">
      <p>{sentence}</p>
      <p className={styles.code}>{words.errorCode({ code })}</p>
      {onRetry && <Button onClick={onRetry}>{words.retry}</Button>}
    </div>
  );
}
