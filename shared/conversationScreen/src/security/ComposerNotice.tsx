// A warning above the composer while messages are not protected as they should be.
import { AlertIcon, BrokenLockIcon } from '@amber/ui/icons';
import { words } from '../words/gen/security.ts';
import styles from './Notice.module.css';

interface ComposerNoticeProps {
  /** Whose changed keys wait for consent; empty when the chat is not encrypted. */
  waitsFor: string;
  onLook(): void;
}

/** An icon, words, and the way to the dialog. */
export const ComposerNotice = ({ waitsFor, onLook }: ComposerNoticeProps) => (
  <p className={styles.waits} role={waitsFor ? 'alert' : undefined}>
    {waitsFor ? <AlertIcon /> : <BrokenLockIcon />}
    <span>{waitsFor ? words.waits({ name: waitsFor }) : words.off}</span>
    <button type="button" onClick={onLook}>
      {words.look}
    </button>
  </p>
);
