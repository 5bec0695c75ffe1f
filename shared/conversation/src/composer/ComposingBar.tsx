// The bar above the composer that shows the message being replied to, or the part of it, or the one being edited.
import type { MessageRow } from '@amber/client/rows';
import type { Quote } from '@amber/proto/bodies';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { useLayer } from '@amber/ui/useLayer';
import { entryAppearance } from '../message/entryAppearance.ts';
import { quotedText } from '../message/bubbles/quotedText.ts';
import { messageText } from '../message/messageKinds.ts';
import { words as strings } from '../words/gen/composing.ts';
import styles from './ComposingBar.module.css';

interface ComposingBarProps {
  kind: 'reply' | 'edit';
  /** The name of the message's author. */
  name: string;
  message: MessageRow;
  /** The quote of a reply. */
  quote: Quote | undefined;
  onClose(): void;
}

/** The action as the title, one line of the message, and a button to cancel. */
export function ComposingBar({ kind, name, message, quote, onClose }: ComposingBarProps) {
  const { Icon } = entryAppearance[kind];
  const layer = useLayer<HTMLDivElement>(onClose);
  return (
    <div {...layer} className={styles.bar}>
      <Icon />
      <div className={styles.words}>
        <p className={styles.title}>{kind === 'reply' ? strings.replyTo({ who: name }) : strings.editing}</p>
        <p className={styles.text} dir="auto">
          {(quote && quotedText(message, quote, Infinity)) || messageText(message)}
        </p>
      </div>
      <IconButton
        label={kind === 'reply' ? strings.cancelReply : strings.cancelEdit}
        Icon={CloseIcon}
        onClick={onClose}
      />
    </div>
  );
}
