// A warning above the composer while messages are not protected as they should be.
import { type Protection, ProtectionMark } from '@amber/conversation/ProtectionMark';
import styles from './Notice.module.css';
import { words } from '../words/gen/composerNotice.ts';

interface ComposerNoticeProps {
  state: Exclude<Protection, 'sealed' | 'verified'>;
  /** Whose changed keys wait for consent; empty while nobody's do. */
  changedKeysOf: string;
  onOpen(): void;
}

/** The state in words, and the way to the dialog. */
export const ComposerNotice = ({ state, changedKeysOf, onOpen }: ComposerNoticeProps) => (
  <p className={styles.waits} role={state === 'mismatch' ? 'alert' : undefined}>
    <ProtectionMark state={state}>
      {state === 'open' ? words.off : changedKeysOf ? words.waits({ name: changedKeysOf }) : words.mismatch}
    </ProtectionMark>
    <button type="button" onClick={onOpen}>
      {words.look}
    </button>
  </p>
);
