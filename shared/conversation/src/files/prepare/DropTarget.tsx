// The overlay of a conversation while files are dragged over it.
import { AttachIcon } from '@amber/ui/icons';
import { words } from '../../words/gen/files.ts';
import styles from './DropTarget.module.css';

/** A visual hint only, because files can only be dropped with a pointer. */
export const DropTarget = () => (
  <div className={styles.target} aria-hidden="true">
    <span>
      <AttachIcon />
      {words.dropHere}
    </span>
  </div>
);
