// How a chat or a message is protected, as an icon and words: the same in header, composer, bubble and dialog.
import { AlertIcon, BrokenLockIcon, LockIcon, ShieldIcon } from '@amber/ui/icons';
import type { ReactNode } from 'react';
import { words } from '../words/gen/protection.ts';
import styles from './ProtectionMark.module.css';

/**
 * `open`: not encrypted from end to end. `sealed`: it is. `verified`: and the keys were compared. `mismatch`: a key or a
 * message does not match what this device knows.
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
  /** More exact words than the state's own. */
  children?: ReactNode;
}

/** Only what a person has to know of has a colour: a sealed chat stays quiet. */
export function ProtectionMark({ state, children }: ProtectionMarkProps) {
  const Icon = protectionIcons[state];
  return (
    <span className={styles.mark} data-protection={state}>
      <Icon />
      <span className={styles.words}>{children ?? words[state]}</span>
    </span>
  );
}
