// The popover that shows quick reactions or the emoji picker.
import type { Anchor } from '@amber/ui/ContextMenu';
import { IconButton } from '@amber/ui/IconButton';
import { MoreIcon } from '@amber/ui/icons';
import { Popover } from '@amber/ui/Popover';
import { useState } from 'react';
import { words } from '../words/gen/emoji.ts';
import { EmojiPicker } from './EmojiPicker.tsx';
import { emojiName } from './searchEmoji.ts';
import styles from './emoji.module.css';

export { loadEmojiNames } from './searchEmoji.ts';

export interface EmojiPopoverProps {
  open: boolean;
  anchor: Anchor;
  label: string;
  /** A few emoji and a button that shows all; if absent, the popover shows all at once. */
  quick?: readonly string[];
  align?: 'center' | 'end';
  onPick(emoji: string): void;
  onClose(): void;
  /** Returns the element that gets the focus after closing; false leaves the focus alone. */
  returnFocusTo(): HTMLElement | false;
}

/** See `LazyEmojiPopover`. */
export const EmojiPopover = ({ quick, onPick, ...rest }: EmojiPopoverProps) => (
  <Popover {...rest}>{quick ? <QuickEmoji emoji={quick} onPick={onPick} /> : <EmojiPicker onPick={onPick} />}</Popover>
);

function QuickEmoji({ emoji, onPick }: { emoji: readonly string[]; onPick(emoji: string): void }) {
  const [showsAll, setShowsAll] = useState(false);
  if (showsAll) return <EmojiPicker onPick={onPick} />;
  return (
    <div className={styles.quick}>
      {emoji.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.emoji}
          aria-label={emojiName(one)}
          title={emojiName(one)}
          onClick={() => onPick(one)}
        >
          {one}
        </button>
      ))}
      <IconButton label={words.moreEmoji} Icon={MoreIcon} onClick={() => setShowsAll(true)} />
    </div>
  );
}
