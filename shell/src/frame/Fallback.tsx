// What stands in the place of something that cannot be shown.
import { Button } from '@amber/ui/Button';
import { Main } from '../kit/Main.tsx';
import styles from './Fallback.module.css';

interface FallbackProps {
  /** What the alert is called. */
  name: string;
  title: string;
  text: string;
  /** Under which the failure was reported, where it was. */
  report?: string | undefined;
  /** What to do about it. */
  action: string;
  onAction(): void;
}

/** An alert with one thing to do. */
export const Fallback = ({ name, title, text, report, action, onAction }: FallbackProps) => (
  <Main className={styles.page}>
    <div className={styles.fallback} role="alert" aria-label={name}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {report && <p className={styles.report}>{report}</p>}
      <Button onClick={onAction}>{action}</Button>
    </div>
  </Main>
);
