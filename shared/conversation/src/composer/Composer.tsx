// Where a message is written.
import type { MessageRow } from '@amber/client/db';
import type { TextBody } from '@amber/proto/bodies';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { IconButton } from '@amber/ui/IconButton';
import { AttachIcon, CheckIcon, SendIcon, SmileIcon } from '@amber/ui/icons';
import { onDemand } from '@amber/ui/onDemand';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { complete } from './completion.ts';
import { EmojiWindow } from '../emoji/EmojiWindow.ts';
import { AttachmentStrip } from '../files/prepare/AttachmentStrip.ts';
import { mentionsIn } from '../markdown/mentions.ts';
import { pastedFiles } from './pastedFiles.ts';
import type { Mentionable, MentionableSource, Person } from '../kit/person.ts';
import { shownLine } from '../message/messageKinds.ts';
import { quoteOf } from '../message/quoteOf.ts';
import { shownText } from '../kit/shownText.ts';
import { words } from '../words/gen/conversation.ts';
import { type SendFile, useAttachments } from './useAttachments.ts';
import { endedCode, optionId, useCompletion } from './useCompletion.ts';
import { useMentionable } from './useMentionable.ts';
import styles from './Composer.module.css';

/** The message that is being answered or changed. */
export type Composing = { kind: 'reply' | 'edit'; message: MessageRow };

export interface ComposerHandle {
  focus(): void;
  /** Puts this text into the box, in place of what is there. */
  write(text: string): void;
  /** Takes files to go with what is being written, where files can be sent. */
  attach(files: readonly File[]): void;
}

export interface ComposerProps {
  /** What was being written here before. Give the composer a key per conversation. */
  draft: string;
  /** Not called with what is typed into an edit. */
  onDraft(text: string): void;
  /** The whole body of a 'text' message: with its quote when it is an answer, with those it mentions. */
  onSend(body: TextBody): void;
  /**
   * One file, as a message of its own; those that were chosen come before their text. Resolves when it is kept for good: what
   * rejects stays in the box with its reason. Absent where no files can be sent.
   */
  onSendFile?: SendFile | undefined;
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
  /** ↑ in the empty box: `timeline.selectLast()`. */
  onSelectLast?: (() => void) | undefined;
  /** People the text may mention; absent where mentions are not possible. */
  mentionable?: readonly Mentionable[] | undefined;
  /** Where there are more of them. */
  findMentionable?: MentionableSource | undefined;
  /** The user is typing; called on every input. */
  onTyping?: (() => void) | undefined;
  /** What I write here is anonymous. */
  anonymous?: boolean | undefined;
  ref?: Ref<ComposerHandle>;
}

const ComposingBar = onDemand(
  async () => (await import(/* webpackChunkName: "messageParts" */ './ComposingBar.tsx')).ComposingBar,
  ({ onClose }) => onClose(),
);
const Suggestions = onDemand(
  async () => (await import(/* webpackChunkName: "messageParts" */ './Suggestions.tsx')).Suggestions,
  () => {},
);

// Too small for a hand on a mouse: people with a pointer begin to type at once.
const typesAtOnce = () => matchMedia('(pointer: fine)').matches;
const nobody: readonly Mentionable[] = [];

/** A box that grows with its text. Enter sends, Shift+Enter breaks the line, composing never sends. */
export function Composer(props: ComposerProps) {
  const {
    draft,
    onDraft,
    maxLength,
    disabledReason,
    me,
    people,
    composing = null,
    onComposingEnd,
    mentionable: known = nobody,
    findMentionable,
    anonymous = false,
    ref,
  } = props;
  const [written, setWritten] = useState(draft);
  // An edit borrows the box; what was being written stays as it is.
  const [edit, setEdit] = useState({ id: '', text: '' });
  const [caret, setCaret] = useState(draft.length);
  const [emojiFrom, setEmojiFrom] = useState<{ anchor: Element; open: boolean } | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const listId = useId();
  const editing = composing?.kind === 'edit' ? composing.message : null;
  if (edit.id !== (editing?.id ?? '')) {
    const wording = editing ? { id: editing.id, text: shownText(editing)?.text ?? '' } : { id: '', text: '' };
    setEdit(wording);
    setCaret(editing ? wording.text.length : written.length);
  }
  const text = editing ? edit.text : written;
  const mentionable = useMentionable(known, findMentionable, text, caret);
  const over = text.length - maxLength;
  const attachments = useAttachments(props.onSendFile);
  const takesFiles = props.onSendFile !== undefined && !editing && disabledReason === undefined;
  const hasFiles = takesFiles && attachments.files.length > 0;
  const canSend = (text.trim() !== '' || hasFiles) && over <= 0 && disabledReason === undefined;
  const wrong = disabledReason ?? (over > 0 ? words.tooLong({ over }) : '');

  useLayoutEffect(() => {
    if (typesAtOnce()) box.current?.focus({ preventScroll: true });
  }, []);
  const caretTo = useRef(-1);
  useLayoutEffect(() => {
    const area = box.current!;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
    if (caretTo.current >= 0) area.setSelectionRange(caretTo.current, caretTo.current);
    caretTo.current = -1;
  }, [text]);

  const writeOwn = (next: string) => {
    setWritten(next);
    onDraft(next);
  };
  /** Typing goes on at `at`. */
  const write = (next: string, at: number) => {
    setCaret(at);
    if (editing) setEdit({ id: editing.id, text: next });
    else writeOwn(next);
  };
  const put = (next: string, at: number) => {
    caretTo.current = at;
    write(next, at);
  };
  const attach = (files: readonly File[]) => {
    if (!takesFiles || files.length === 0) return;
    attachments.attach(files);
    box.current?.focus();
  };
  const paste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (!takesFiles || files.length === 0) return;
    event.preventDefault();
    attach(files);
  };
  useImperativeHandle(ref, () => ({
    focus: () => box.current?.focus(),
    write(next) {
      if (composing) onComposingEnd?.();
      setCaret(next.length);
      writeOwn(next);
      box.current?.focus();
    },
    attach,
  }));

  // A shortcode that is still being looked up belongs to what is sent; it resolves with the whole text.
  const ending = useRef<Promise<string> | null>(null);
  const type = (next: string, at: number) => {
    write(next, at);
    if (!editing && next) props.onTyping?.();
    const done = endedCode(next, at)?.then((ended) => {
      if (ending.current === done) ending.current = null;
      if (!ended) return next;
      if (box.current?.value === next) put(ended.text, ended.caret);
      return ended.text;
    });
    ending.current = done ?? null;
  };
  const isWaiting = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const sendText = (whole: string) => {
    const said = whole.trim();
    if (!said) return; // there were files alone
    const mentions = mentionsIn(said, mentionable);
    const body = { text: said, ...(mentions.length > 0 && { mentions }) };
    if (editing) {
      if (said !== shownText(editing)?.text) props.onEdit?.(editing, body);
    } else {
      props.onSend({ ...body, ...(composing && { quote: quoteOf(composing.message) }) });
      writeOwn('');
    }
  };
  /** What was written stays until the files before it are kept. */
  const sendFiles = async (): Promise<boolean> => {
    setIsSending(true);
    try {
      return await attachments.send(composing && text.trim() === '' ? quoteOf(composing.message) : undefined);
    } finally {
      setIsSending(false);
    }
  };
  const finish = (whole: string) => {
    sendText(whole);
    attachments.strip.onForgive(); // what was said of files that were left out has been read
    if (composing) onComposingEnd?.();
    box.current?.focus();
  };
  const send = () => {
    if (!canSend || isWaiting.current) return;
    if (!ending.current && !hasFiles) {
      finish(text);
      return;
    }
    isWaiting.current = true;
    const sendAll = async () => {
      const whole = await (ending.current ?? text);
      if (!hasFiles || (await sendFiles())) finish(whole);
    };
    void sendAll().finally(() => {
      isWaiting.current = false;
    });
  };

  const completion = useCompletion({
    text,
    caret,
    mentionable,
    put,
    onNamed: (identifier) => findMentionable?.keep(identifier),
  });
  const isOpen = completion.suggestions.length > 0;
  const press = (event: KeyboardEvent) => {
    // 229: some input methods end composing before the key that ended it.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || completion.press(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && composing) {
      event.preventDefault();
      onComposingEnd?.();
    } else if (event.key === 'ArrowUp' && text === '' && !composing && props.onSelectLast) {
      event.preventDefault();
      props.onSelectLast();
    }
  };
  const answered = composing?.message.content;
  const author = answered?.sender?.identifier ?? '';

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.frame}>
        {isOpen && (
          <Suggestions
            open
            id={listId}
            label={words.completions[completion.kind]}
            suggestions={completion.suggestions}
            active={completion.active}
            onHover={completion.setActive}
            onTake={completion.take}
          />
        )}
        {composing && (
          <ComposingBar
            kind={composing.kind}
            text={shownLine(composing.message)}
            open
            onClose={() => onComposingEnd?.()}
            name={
              author === me
                ? words.yourself
                : answered?.anonymous
                  ? words.anonymous
                  : (people.get(author)?.name ?? words.someone)
            }
          />
        )}
        {takesFiles && <AttachmentStrip {...attachments.strip} />}
        <div className={styles.box}>
          {takesFiles && (
            <>
              <IconButton label={words.attach} Icon={AttachIcon} onClick={() => chooser.current?.click()} />
              <input
                ref={chooser}
                type="file"
                multiple
                hidden
                onChange={({ target }) => {
                  attach([...(target.files ?? [])]);
                  target.value = ''; // the same one may be chosen again
                }}
              />
            </>
          )}
          <textarea
            ref={box}
            className={styles.text}
            dir="auto"
            rows={1}
            value={text}
            placeholder={anonymous ? words.placeholderAnonymous : words.message}
            aria-label={words.message}
            aria-describedby={wrong ? noteId : undefined}
            aria-description={anonymous ? words.placeholderAnonymous : undefined}
            aria-invalid={over > 0 || undefined}
            aria-autocomplete="list"
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen ? optionId(listId, completion.active) : undefined}
            disabled={disabledReason !== undefined}
            readOnly={isSending}
            enterKeyHint="send"
            onChange={({ target }) => type(target.value, target.selectionEnd)}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
            onKeyDown={press}
            onPaste={paste}
          />
          <IconButton
            label={words.emoji}
            Icon={SmileIcon}
            aria-haspopup="dialog"
            disabled={disabledReason !== undefined}
            onClick={({ currentTarget }) => setEmojiFrom({ anchor: currentTarget, open: true })}
          />
          <IconButton
            className={styles.send}
            label={editing ? words.save : words.send}
            Icon={editing ? CheckIcon : SendIcon}
            look={canSend ? 'primary' : 'quiet'}
            disabled={!canSend || isSending}
            type="submit"
          />
        </div>
      </div>
      {wrong && (
        <p className={styles.note} id={noteId} role="status">
          {wrong}
        </p>
      )}
      <div aria-live="polite">
        <VisuallyHidden>{isOpen && words.suggestions({ count: completion.suggestions.length })}</VisuallyHidden>
      </div>
      {emojiFrom && (
        <EmojiWindow
          {...emojiFrom}
          label={words.emoji}
          align="end"
          onClose={() => setEmojiFrom({ ...emojiFrom, open: false })}
          returnTo={() => box.current ?? false}
          onPick={(emoji) => {
            setEmojiFrom({ ...emojiFrom, open: false });
            const next = complete(text, caret, caret, emoji);
            put(next.text, next.caret);
          }}
        />
      )}
    </form>
  );
}
