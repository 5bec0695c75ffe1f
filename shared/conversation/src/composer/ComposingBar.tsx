// Above the box: which message is answered or changed, and the way out.
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { entryAppearance } from '../message/entryAppearance.ts';
import { words as strings } from '../words/gen/conversation.ts';
import styles from './ComposingBar.module.css';

interface ComposingBarProps {
  open: boolean;
  kind: 'reply' | 'edit';
  /** Of whom the message is. */
  name: string;
  text: string;
  onClose(): void;
}

/** One line of the message, under what is done with it. */
export function ComposingBar({ kind, name, text, onClose }: ComposingBarProps) {
  const { Icon } = entryAppearance[kind];
  return (
    <div className={styles.bar}>
      <Icon />
      <div className={styles.words}>
        <p className={styles.title}>{kind === 'reply' ? strings.replyTo({ who: name }) : strings.editing}</p>
        <p className={styles.text} dir="auto">
          {text}
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
