// The overlay of a conversation while files are dragged over it.
import { AttachIcon } from '@amber/ui/icons';
import { words } from '../../words/gen/files.ts';
import styles from './DropTarget.module.css';

/** A hint for those who see; dropping is done by hand alone. */
export const DropTarget = ({ open }: { open: boolean }) =>
  open && (
    <div className={styles.target} aria-hidden="true">
      <span>
        <AttachIcon />
        {words.dropHere}
      </span>
    </div>
  );
