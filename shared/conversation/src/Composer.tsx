// Where a message is written.
import type { MessageRow } from '@amber/client/db';
import type { TextBody } from '@amber/proto/bodies';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { IconButton } from '@amber/ui/IconButton';
import { SendIcon } from '@amber/ui/icons';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Mentionable, Person } from './person.ts';
import { strings } from './strings.ts';
import styles from './Composer.module.css';

/** The message that is being answered or changed. */
export type Composing = { kind: 'reply' | 'edit'; message: MessageRow };

export interface ComposerHandle {
  focus(): void;
  /** Puts this text into the box, in place of what is there. */
  write(text: string): void;
}

export interface ComposerProps {
  /** What was being written here before. Give the composer a key per conversation. */
  draft: string;
  /** Not called with what is typed into an edit. */
  onDraft(text: string): void;
  /** The whole body of a 'text' message: with its quote when it is an answer, with those it mentions. */
  onSend(body: TextBody): void;
  maxLength: number;
  /** Why nothing can be written here; absent when it can. */
  disabledReason?: string | undefined;
  me: string;
  people: ReadonlyMap<string, Person>;
  composing?: Composing | null;
  /** The answer was sent, the edit saved, or either called off: set `composing` to null. */
  onComposingEnd?: (() => void) | undefined;
  /** The new wording, as the body of the command 'edit'. */
  onEdit?: ((message: MessageRow, body: CommandBodies['edit']) => void) | undefined;
  /** ↑ in the empty box: `timeline.editLast()`. */
  onEditLast?: (() => void) | undefined;
  /** Whom the text may mention; absent where nobody can be. */
  mentionable?: readonly Mentionable[] | undefined;
  /** Somebody is writing; as often as it happens. */
  onTyping?: (() => void) | undefined;
  /** What I write here is anonymous. */
  anonymous?: boolean | undefined;
  ref?: Ref<ComposerHandle>;
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

  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus(), write: setText }), []);
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
    onSend({ text: text.trim() });
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
