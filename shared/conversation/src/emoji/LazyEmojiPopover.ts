// The emoji popover; its code and the list of emoji are loaded when it first opens.
import { loadOnOpen } from '@amber/ui/loadOnOpen';

/** A small dialog named by `label`. */
export const LazyEmojiPopover = loadOnOpen(async () => {
  const { EmojiPopover, loadEmojiNames } = await import('./EmojiPopover.tsx');
  await loadEmojiNames();
  return EmojiPopover;
});
