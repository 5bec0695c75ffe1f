// Emoji to choose one from; the code and the list of all come when they are first wanted.
import { onDemand } from '@amber/ui/onDemand';
import type { EmojiWindowProps } from './EmojiPopover.tsx';

/** A small dialog named by `label`. */
export const EmojiWindow = onDemand<EmojiWindowProps>(
  async () => {
    const { EmojiPopover, loadEmojiNames } = await import('./EmojiPopover.tsx');
    await loadEmojiNames();
    return EmojiPopover;
  },
  ({ onClose }) => onClose(),
);
