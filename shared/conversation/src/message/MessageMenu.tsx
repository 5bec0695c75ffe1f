// The menu of one message.
import { type Anchor, ContextMenu } from '@amber/ui/ContextMenu';
import { AddIcon } from '@amber/ui/icons';
import { entryKeys } from './entryKeys.ts';
import { entryAppearance } from './entryAppearance.ts';
import type { MenuEntry } from './messageActions.ts';
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
  /** The emoji that are offered at once, where the message can be reacted to, and those that the user has chosen. */
  quick: readonly string[];
  chosen: readonly string[];
  onReact(emoji: string): void;
  /** Opens all emoji. */
  onPick(): void;
  onEntry(entry: MenuEntry): void;
  onClose(): void;
  /** Returns the element that gets the focus after closing, unless the entry moves the focus. */
  returnFocusTo(): HTMLElement | null;
}

export const MessageMenu = ({ name, entries, quick, chosen, onReact, onPick, onEntry, ...rest }: MessageMenuProps) => (
  <ContextMenu
    {...rest}
    label={entryWords.menuOf({ article: name })}
    row={
      entries.includes('react')
        ? {
            label: entryWords.quickReactions,
            choices: [
              ...quick.map((emoji) => ({
                key: emoji,
                label: entryWords.reactWith({ emoji }),
                content: <span aria-hidden="true">{emoji}</span>,
                checked: chosen.includes(emoji),
                onSelect: () => onReact(emoji),
              })),
              { key: 'more', label: entryWords.react, content: <AddIcon />, onSelect: onPick },
            ],
          }
        : undefined
    }
    items={entries
      .filter((entry) => entry !== 'react')
      .map((entry) => {
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
