// A warning above the composer while messages are not protected as expected.
import { type Protection, ProtectionMark } from '@amber/conversation/ProtectionMark';
import styles from './Notice.module.css';
import { words } from '../words/gen/composerNotice.ts';

interface ComposerNoticeProps {
  state: Exclude<Protection, 'sealed' | 'verified'>;
  /** The name of the person whose changed keys wait for consent; empty if there are none. */
  changedKeysOf: string;
  onOpen(): void;
}

/** The state as text, and a button that opens the security dialog. */
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
