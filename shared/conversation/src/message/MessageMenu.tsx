// The menu of one message.
import { type Anchor, ContextMenu } from '@amber/ui/ContextMenu';
import { entryKeys } from './entryKeys.ts';
import { entryAppearance } from './entryAppearance.ts';
import type { MenuEntry } from './messageActions.ts';
import { words } from '../words/gen/conversation.ts';
import { words as entryWords } from '../words/gen/entries.ts';

const hints: Partial<Record<MenuEntry, () => string>> = {
  withdraw: () => entryWords.withdrawHint,
  delete: () => entryWords.deleteHint,
};

interface MessageMenuProps {
  open: boolean;
  anchor: Anchor;
  /** The accessible name of the message. */
  name: string;
  entries: readonly MenuEntry[];
  onEntry(entry: MenuEntry): void;
  onClose(): void;
  /** Returns the element that gets the focus after closing, unless the entry moves the focus. */
  returnFocusTo(): HTMLElement | null;
}

export const MessageMenu = ({ name, entries, onEntry, ...rest }: MessageMenuProps) => (
  <ContextMenu
    {...rest}
    label={words.menuOf({ article: name })}
    items={entries.map((entry) => {
      const { Icon, danger = false } = entryAppearance[entry];
      const shortcut = entryKeys[entry]?.label;
      return {
        key: entry,
        label: entryWords[entry],
        Icon,
        danger,
        hint: hints[entry]?.(),
        ...(shortcut && { shortcut }),
        onSelect: () => onEntry(entry),
      };
    })}
  />
);
