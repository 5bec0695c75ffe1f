// A name or an avatar that opens the person's profile.
import type { ReactNode } from 'react';
import { words } from '../words/gen/conversation.ts';
import styles from './PersonLink.module.css';

interface PersonLinkProps {
  /** Empty for an anonymous author, whose name cannot be pressed. */
  identifier: string;
  name: string;
  tabIndex: number;
  onOpen?: ((identifier: string) => void) | undefined;
  children: ReactNode;
}

/** A button if there is a profile to open, else the bare children. */
export function PersonLink({ identifier, name, tabIndex, onOpen, children }: PersonLinkProps) {
  if (!identifier || !onOpen) return children;
  return (
    <button
      type="button"
      className={styles.person}
      aria-label={words.profileOf({ name })}
      tabIndex={tabIndex}
      onClick={() => onOpen(identifier)}
    >
      {children}
    </button>
  );
}
