// Emoji to choose one from; the code and the list of all come when they are first wanted.
import type { Anchor } from '@amber/ui/ContextMenu';
import { onDemand } from '@amber/ui/onDemand';

export interface EmojiWindowProps {
  open: boolean;
  anchor: Anchor;
  label: string;
  /** A few to begin with, and a button for all; absent for all at once. */
  quick?: readonly string[];
  align?: 'center' | 'end';
  onPick(emoji: string): void;
  onClose(): void;
  /** What has the focus afterwards; false to leave it. */
  returnTo(): HTMLElement | false;
}

/** A small dialog named by `label`. */
export const EmojiWindow = onDemand<EmojiWindowProps>(async () => (await import('./EmojiPopover.tsx')).EmojiPopover, ({ onClose }) => onClose());
