// The line of the chat list under which the archived chats are.
import { ArchiveIcon } from '@amber/ui/chatMenuIcons';
import { ChevronIcon } from '@amber/ui/icons';
import { words } from './words/gen/archive.ts';
import styles from './ArchivedLine.module.css';

interface ArchivedLineProps {
  count: number;
  isExpanded: boolean;
  isTabStop: boolean;
  onToggle(): void;
}

export const ArchivedLine = ({ count, isExpanded, isTabStop, onToggle }: ArchivedLineProps) => (
  <button
    type="button"
    className={styles.line}
    aria-expanded={isExpanded}
    tabIndex={isTabStop ? 0 : -1}
    onClick={onToggle}
  >
    <ArchiveIcon />
    <span className={styles.name}>{words.archived}</span>
    <span className={styles.count}>{count}</span>
    <ChevronIcon />
  </button>
);
