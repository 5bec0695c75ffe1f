// A name or a picture that leads to its person.
import type { ReactNode } from 'react';
import { words } from '../words/gen/conversation.ts';
import styles from './PersonLink.module.css';

interface PersonLinkProps {
  /** Empty for one who is not to be known: nothing to press then. */
  identifier: string;
  name: string;
  tabIndex: number;
  onOpen?: ((identifier: string) => void) | undefined;
  children: ReactNode;
}

/** A button, where there is somewhere to lead. */
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
