// The toolbar next to a message that is hovered or focused.
import { IconButton } from '@amber/ui/IconButton';
import { MoreIcon } from '@amber/ui/icons';
import { ReactIcon, ReplyIcon } from '@amber/ui/messageIcons';
import type { MenuEntry } from './messageActions.ts';
import { words as entryWords } from '../words/gen/entries.ts';
import styles from './MessageTools.module.css';

export interface MessageToolsProps {
  entries: readonly MenuEntry[];
  tabIndex: number;
  onEntry(entry: MenuEntry, anchor: Element): void;
  onMore(anchor: Element): void;
}

const quickEntries = [
  ['react', ReactIcon],
  ['reply', ReplyIcon],
] as const;

/** The two most frequent actions, and a button for the complete menu. */
export function MessageTools({ entries, tabIndex, onEntry, onMore }: MessageToolsProps) {
  return (
    <div className={styles.tools}>
      {quickEntries
        .filter(([entry]) => entries.includes(entry))
        .map(([entry, Icon]) => (
          <IconButton
            key={entry}
            label={entryWords[entry]}
            Icon={Icon}
            tabIndex={tabIndex}
            onClick={(event) => onEntry(entry, event.currentTarget)}
          />
        ))}
      <IconButton
        label={entryWords.more}
        Icon={MoreIcon}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        onClick={(event) => onMore(event.currentTarget)}
      />
    </div>
  );
}
