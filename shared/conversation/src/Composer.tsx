// Where a message is written.
import { IconButton } from '@amber/ui/IconButton';
import { SendIcon } from '@amber/ui/icons';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { strings } from './strings.ts';
import styles from './Composer.module.css';

interface ComposerProps {
  /** What was being written here before. Give the composer a key per conversation. */
  draft: string;
  onDraft(text: string): void;
  onSend(text: string): void;
  maxLength: number;
  /** Why nothing can be written here; absent when it can. */
  disabledReason?: string | undefined;
  ref?: Ref<{ focus(): void }>;
}

// Too small for a hand on a mouse: people with a pointer begin to type at once.
const typesAtOnce = () => matchMedia('(pointer: fine)').matches;

/** A box that grows with its text. Enter sends, Shift+Enter breaks the line, composing never sends. */
export function Composer({ draft, onDraft, onSend, maxLength, disabledReason, ref }: ComposerProps) {
  const [text, setText] = useState(draft);
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const over = text.length - maxLength;
  const canSend = text.trim() !== '' && over <= 0 && disabledReason === undefined;
  const note = disabledReason ?? (over > 0 ? strings.tooLong(over) : '');

  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus() }), []);
  useLayoutEffect(() => {
    if (typesAtOnce()) box.current?.focus({ preventScroll: true });
  }, []);
  useLayoutEffect(() => {
    const area = box.current!;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [text]);

  const write = (next: string) => {
    setText(next);
    onDraft(next);
  };
  const send = () => {
    if (!canSend) return;
    onSend(text.trim());
    write('');
    box.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    // 229: some input methods end composing before the key that ended it.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.box}>
        <textarea
          ref={box}
          className={styles.text}
          rows={1}
          value={text}
          placeholder={strings.message}
          aria-label={strings.message}
          aria-describedby={note ? id : undefined}
          aria-invalid={over > 0 || undefined}
          disabled={disabledReason !== undefined}
          enterKeyHint="send"
          onChange={(event) => write(event.target.value)}
          onKeyDown={press}
        />
        <IconButton className={styles.send} label={strings.send} Icon={SendIcon} look={canSend ? 'primary' : 'quiet'} disabled={!canSend} type="submit" />
      </div>
      {note && <p className={styles.note} id={id} role="status">{note}</p>}
    </form>
  );
}
