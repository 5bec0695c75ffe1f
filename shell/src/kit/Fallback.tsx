// Contains errors: an alert in place of something that failed to load or render.
import { Component, type ReactNode } from 'react';
import { Button } from '@amber/ui/Button';
import { Main } from './Main.tsx';
import styles from './Fallback.module.css';

interface FallbackProps {
  /** The accessible name of the alert. */
  name: string;
  title: string;
  text: string;
  /** The id of the failure's report, if there is one. */
  report?: string | undefined;
  /** The label of the button. */
  action: string;
  onAction(): void;
}

/** An alert with one button. */
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

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Replaces the children after an error. */
  fallback: ReactNode;
  onThrown(thrown: unknown): void;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(thrown: unknown): void {
    this.props.onThrown(thrown);
  }

  override render(): ReactNode {
    return this.state.hasThrown ? this.props.fallback : this.props.children;
  }
}
