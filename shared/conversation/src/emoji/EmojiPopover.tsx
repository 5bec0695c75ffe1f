// The window of the emoji.
import { IconButton } from '@amber/ui/IconButton';
import { MoreIcon } from '@amber/ui/icons';
import { Popover } from '@amber/ui/Popover';
import { useState } from 'react';
import { strings } from '../strings.ts';
import { EmojiPicker } from './EmojiPicker.tsx';
import type { EmojiWindowProps } from './EmojiWindow.ts';
import { nameOfEmoji } from './searchEmoji.ts';
import styles from './emoji.module.css';

/** See `EmojiWindow`. */
export const EmojiPopover = ({ quick, onPick, ...rest }: EmojiWindowProps) => (
  <Popover {...rest}>{quick ? <Quick emoji={quick} onPick={onPick} /> : <EmojiPicker onPick={onPick} />}</Popover>
);

function Quick({ emoji, onPick }: { emoji: readonly string[]; onPick(emoji: string): void }) {
  const [all, setAll] = useState(false);
  if (all) return <EmojiPicker onPick={onPick} />;
  return (
    <div className={styles.quick}>
      {emoji.map((one) => <button key={one} type="button" className={styles.emoji} aria-label={nameOfEmoji(one)} title={nameOfEmoji(one)} onClick={() => onPick(one)}>{one}</button>)}
      <IconButton label={strings.moreEmoji} Icon={MoreIcon} onClick={() => setAll(true)} />
    </div>
  );
}
