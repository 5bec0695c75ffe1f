// The protection state of a chat or a message, as an icon and a label: the same in header, composer, bubble and dialog.
import { AlertIcon, BrokenLockIcon, LockIcon, ShieldIcon } from '@amber/ui/icons';
import type { ReactNode } from 'react';
import { words } from '../words/gen/protection.ts';
import styles from './ProtectionMark.module.css';

/**
 * `open`: not end-to-end encrypted. `sealed`: encrypted. `verified`: encrypted, and the keys were compared. `mismatch`:
 * a key or a message does not match what this device knows.
 */
export type Protection = 'open' | 'sealed' | 'verified' | 'mismatch';

export const protectionIcons = {
  open: BrokenLockIcon,
  sealed: LockIcon,
  verified: ShieldIcon,
  mismatch: AlertIcon,
} satisfies Record<Protection, unknown>;

interface ProtectionMarkProps {
  state: Protection;
  /** A more specific text than the default of the state. */
  children?: ReactNode;
}

/** Only states that need attention have a colour. */
export function ProtectionMark({ state, children }: ProtectionMarkProps) {
  const Icon = protectionIcons[state];
  return (
    <span className={styles.mark} data-protection={state}>
      <Icon />
      <span className={styles.words}>{children ?? words[state]}</span>
    </span>
  );
}
