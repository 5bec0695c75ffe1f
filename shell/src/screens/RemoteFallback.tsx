// What stands in the place of a feature that cannot be shown.
import { Button } from '@amber/ui/Button';
import { Main } from './Main.tsx';
import { strings } from './strings.ts';
import styles from './RemoteFallback.module.css';

interface RemoteFallbackProps {
  /** The feature's name. */
  title: string;
  onRetry(): void;
  /** Under which the failure was reported, where it was. */
  reportId?: string | undefined;
}

const words = strings.remote;

/** An alert with the feature's name and a way to try again. */
export function RemoteFallback({ title, onRetry, reportId }: RemoteFallbackProps) {
  return (
    <Main className={styles.page}>
      <div className={styles.fallback} role="alert" aria-label={title}>
        <h1 className={styles.title}>{words.failed(title)}</h1>
        <p className={styles.text}>{words.text}</p>
        {reportId && <p className={styles.report}>{words.report(reportId)}</p>}
        <Button onClick={onRetry}>{words.retry}</Button>
      </div>
    </Main>
  );
}
