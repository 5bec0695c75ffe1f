// What a view says when there is nothing in it yet.
import type { ComponentType, ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  Icon: ComponentType;
  title: string;
  /** A heading where this is all that a page has. */
  Title?: 'p' | 'h1';
  text: string;
  /** The one thing to do next. */
  action?: ReactNode;
}

/** An icon, a title, a sentence and at most one action. */
export function EmptyState({ Icon, title, Title = 'p', text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <Title className={styles.title}>{title}</Title>
      <p className={styles.text}>{text}</p>
      {action}
    </div>
  );
}
