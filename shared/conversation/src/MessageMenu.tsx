// The menu of one message; its code comes when the first one opens.
import type { Anchor } from '@amber/ui/ContextMenu';
import { onDemand } from '@amber/ui/onDemand';
import { entryLooks } from './entryLooks.ts';
import type { Entry } from './messageActions.ts';
import { strings } from './strings.ts';

const ContextMenu = onDemand(async () => (await import('@amber/ui/ContextMenu')).ContextMenu, ({ onClose }) => onClose());

interface MessageMenuProps {
  open: boolean;
  anchor: Anchor;
  /** The message, as a screen reader calls it. */
  name: string;
  entries: readonly Entry[];
  onEntry(entry: Entry): void;
  onClose(): void;
  /** What has the focus afterwards; false to leave it where the entry has put it. */
  returnTo(): HTMLElement | false;
}

/** A menu named after the message. */
export const MessageMenu = ({ name, entries, onEntry, ...rest }: MessageMenuProps) => (
  <ContextMenu
    {...rest}
    label={strings.menuOf(name)}
    items={entries.map((entry) => {
      const { Icon, danger = false, key } = entryLooks[entry];
      return { key: entry, label: strings.entries[entry], Icon, danger, ...(key && { shortcut: key.shown }), onSelect: () => onEntry(entry) };
    })}
  />
);
