// The message of a view that has no content yet.
import type { ComponentType, ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  Icon: ComponentType;
  title: string;
  /** 'h1' if this is the only content of a page. */
  Title?: 'p' | 'h1';
  text: string;
  /** The recommended next action. */
  action?: ReactNode;
}

/** Renders an icon, a title, a sentence and at most one action. */
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
