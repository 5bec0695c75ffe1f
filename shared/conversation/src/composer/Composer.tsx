// The message composer: a text box with attachments, mentions and emoji.
import type { MessageRow } from '@amber/client/rows';
import type { Quote, TextBody } from '@amber/proto/bodies';
import { limits } from '@amber/proto/limits';
import type { CommandBodies } from '@amber/proto/systemCommands';
import { IconButton } from '@amber/ui/IconButton';
import { AttachIcon, CheckIcon, MicrophoneIcon, SendIcon, SmileIcon } from '@amber/ui/icons';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import {
  type ClipboardEvent,
  type ComponentType,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { LazyEmojiPopover } from '../emoji/LazyEmojiPopover.ts';
import { extractPastedFiles } from './extractPastedFiles.ts';
import type { Mentionable, MentionableSource, Person } from '../kit/person.ts';
import { words } from '../words/gen/conversation.ts';
import type { SendFiles } from '../files/prepare/sendFiles.ts';
import { type StoredAttachments, useAttachments } from './useAttachments.ts';
import { useComposedText } from './useComposedText.ts';
import { completeShortcode, optionId, useCompletion } from './useCompletion.ts';
import { useLazyModule } from '../kit/useLazyModule.ts';
import { useMentionable } from './useMentionable.ts';
import { useSubmit } from './useSubmit.ts';
import styles from './Composer.module.css';

/** The message that the user replies to, with its quote, or edits. */
export type ComposeTarget =
  | { kind: 'reply'; message: MessageRow; quote: Quote }
  | { kind: 'edit'; message: MessageRow };

/** A press of the record button, which may still be held. */
export interface VoicePress {
  button: Element;
  event: PointerEvent;
}

export interface VoiceBarProps {
  /** How it begins: 'click' by a key, 'draft' with what was recorded before: the text box then stays usable. */
  start: VoicePress | 'click' | 'draft';
  /** The quote for the voice message, when it is a reply. */
  quote: Quote | undefined;
  onSent(): void;
  /** Inserts dictated text at the caret. Returns whether it is part of the draft. */
  onText(text: string): boolean;
  /** Called when there is a recording that was not sent. */
  onFound(): void;
  /** Closes the bar. */
  onClose(): void;
  /** Called when the bar is gone: focuses the text box, unless that would open an on-screen keyboard. */
  onClosed(): void;
}

export interface ComposerHandle {
  focus(): void;
  /** Shows the voice message that was recorded and not sent. */
  showVoiceDraft(): void;
  /** Replaces the text of the box. */
  setText(text: string): void;
  /** Adds attachments to the message; does nothing where files cannot be sent. */
  attach(files: readonly File[]): void;
}

export interface ComposerProps {
  /** The stored draft. Give the composer a key per conversation. */
  draft: string;
  /** Called when the draft changes. Text that is typed while editing a message is not a draft. */
  onDraftChange(text: string): void;
  /** The complete body of a text message, with its quote (for a reply) and its mentions. */
  onSend(body: TextBody): void;
  /**
   * Sends files as one message each; the first one has the text as its caption. It resolves when they are stored; if it
   * rejects, they stay in the box with the error. Absent where files cannot be sent.
   */
  onSendFiles?: SendFiles | undefined;
  /** The stored attachments of the draft, and how to store them. */
  storedAttachments?: StoredAttachments | undefined;
  /** The bar that records a voice message; absent where none can be recorded or sent. */
  VoiceBar?: ComponentType<VoiceBarProps> | undefined;
  me: string;
  people: ReadonlyMap<string, Person>;
  composing?: ComposeTarget | null;
  /** Called when the reply is sent, the edit is saved, or either is cancelled: set `composing` to null. */
  onComposingEnd?: (() => void) | undefined;
  /** Sends the new text as the body of the command 'edit'. */
  onEdit?: ((message: MessageRow, body: CommandBodies['edit']) => void) | undefined;
  /** Called for ↑ in the empty box: `timeline.selectLast()`. */
  onSelectLast?: (() => void) | undefined;
  /** People whom the text may mention; absent where mentions are not supported. */
  mentionable?: readonly Mentionable[] | undefined;
  /** Searches for more mentionable people than those in `mentionable`. */
  mentionableSource?: MentionableSource | undefined;
  /** Called on every input, so that the others can be notified that the user is typing. */
  onTyping?: (() => void) | undefined;
  /** Whether the user's messages here are anonymous. */
  isAnonymous?: boolean | undefined;
  ref?: Ref<ComposerHandle>;
}

const ComposingBar = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './ComposingBar.tsx')).ComposingBar,
);
const Suggestions = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './Suggestions.tsx')).Suggestions,
);
const SendPreview = loadOnOpen(
  async () => (await import(/* webpackChunkName: "files" */ '../files/prepare/SendPreview.tsx')).SendPreview,
);

const loadFormatter = () => import(/* webpackChunkName: "messageParts" */ './formatText.ts');

// With a mouse, the composer takes the focus at once; on a touch screen that would open the keyboard.
const hasFinePointer = () => matchMedia('(pointer: fine)').matches;
const noPeople: readonly Mentionable[] = [];

/**
 * A text box that grows with its content. Enter sends, Shift+Enter inserts a line break, and Enter during an IME
 * composition does not send.
 */
export function Composer(props: ComposerProps) {
  const {
    draft,
    onDraftChange,
    me,
    people,
    composing = null,
    onComposingEnd,
    mentionable: knownMentionable = noPeople,
    mentionableSource,
    isAnonymous = false,
    VoiceBar,
    ref,
  } = props;
  const [emojiPopover, setEmojiPopover] = useState<{ anchor: Element; open: boolean } | null>(null);
  const [voice, setVoice] = useState<VoiceBarProps['start'] | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const listId = useId();
  const editing = composing?.kind === 'edit' ? composing.message : null;
  const quote = composing?.kind === 'reply' ? composing.quote : undefined;
  const composed = useComposedText({ draft, onDraftChange, editing });
  const { box, text, caret, setCaret, insertAtCaret } = composed;
  const mentionable = useMentionable(knownMentionable, mentionableSource, text, caret);
  const excess = text.length - limits.textMax;
  const attachments = useAttachments(props.onSendFiles, props.storedAttachments);
  const canAttach = props.onSendFiles !== undefined && !editing;
  const hasFiles = canAttach && attachments.files.length > 0;
  const canSend = (text.trim() !== '' || hasFiles) && excess <= 0;
  const problem = excess > 0 ? words.tooLong({ over: excess }) : '';

  useLayoutEffect(() => {
    if (hasFinePointer()) box.current?.focus({ preventScroll: true });
  }, [box]);
  const startVoice = (start: VoiceBarProps['start']) => setVoice((current) => current ?? start);
  const attach = (files: readonly File[]) => {
    if (!canAttach || files.length === 0) return;
    attachments.attach(files);
    box.current?.focus();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const files = extractPastedFiles(event.clipboardData);
    if (!canAttach || files.length === 0) return;
    event.preventDefault();
    attach(files);
  };
  useImperativeHandle(ref, () => ({
    focus: () => box.current?.focus(),
    setText(next) {
      if (composing) onComposingEnd?.();
      setCaret(next.length);
      composed.setDraft(next);
      box.current?.focus();
    },
    attach,
    showVoiceDraft: () => startVoice('draft'),
  }));

  const submission = useSubmit({
    text,
    canSend,
    hasFiles,
    editing,
    quote,
    mentionable,
    attachments,
    onSend: props.onSend,
    onEdit: props.onEdit,
    onDraftSent: () => composed.setDraft(''),
    onFinished() {
      attachments.previewProps.onDismiss(); // the notices about rejected files have been read
      if (composing) onComposingEnd?.();
      box.current?.focus();
    },
  });
  const handleInput = (next: string, at: number) => {
    composed.write(next, at);
    if (!editing && next) props.onTyping?.();
    const complete = completeShortcode(next, at)?.then((completed) => {
      if (!completed) return next;
      if (box.current?.value === next) composed.replace(completed.text, completed.caret);
      return completed.text;
    });
    submission.waitForShortcode(next, complete);
  };

  const completion = useCompletion({
    text,
    caret,
    mentionable,
    replaceText: composed.replace,
    onMention: (identifier) => mentionableSource?.storePerson(identifier),
  });
  const formatter = useLazyModule(loadFormatter, true);
  const isOpen = completion.suggestions.length > 0;
  const handleKeyDown = (event: KeyboardEvent) => {
    // 229: some input methods end the composition before the keydown event of the key that ended it.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || completion.handleKeyDown(event)) return;
    const { selectionStart: from, selectionEnd: to } = box.current!;
    const formatted = formatter?.formatByKey(event, { text, from, to });
    if (formatted) {
      event.preventDefault();
      composed.replace(formatted.text, formatted.from, formatted.to);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submission.send();
    } else if (event.key === 'ArrowUp' && text === '' && !composing && props.onSelectLast) {
      event.preventDefault();
      props.onSelectLast();
    }
  };
  const targetContent = composing?.message.content;
  const author = targetContent?.sender?.identifier ?? '';

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submission.send();
      }}
    >
      <div className={styles.frame}>
        {isOpen && (
          <Suggestions
            id={listId}
            label={words.completions[completion.kind]}
            suggestions={completion.suggestions}
            active={completion.active}
            onHover={completion.setActive}
            onAccept={completion.take}
          />
        )}
        {composing && (
          <ComposingBar
            kind={composing.kind}
            message={composing.message}
            quote={quote}
            onClose={() => onComposingEnd?.()}
            name={
              author === me
                ? words.yourself
                : targetContent?.anonymous
                  ? words.anonymous
                  : (people.get(author)?.name ?? words.someone)
            }
          />
        )}
        {canAttach && <SendPreview {...attachments.previewProps} />}
        {VoiceBar && voice && (
          <VoiceBar
            start={voice}
            quote={quote}
            onSent={() => !editing && composing && onComposingEnd?.()}
            onText={(dictated) => {
              insertAtCaret(dictated);
              return !editing;
            }}
            onFound={() => setVoice('draft')}
            onClose={() => setVoice(null)}
            onClosed={() => hasFinePointer() && box.current?.focus()}
          />
        )}
        <div className={styles.box} data-tab-group>
          {canAttach && (
            <>
              <IconButton label={words.attach} Icon={AttachIcon} onClick={() => fileInput.current?.click()} />
              <input
                ref={fileInput}
                type="file"
                multiple
                hidden
                onChange={({ target }) => {
                  attach([...(target.files ?? [])]);
                  target.value = ''; // lets the user choose the same file again
                }}
              />
            </>
          )}
          <textarea
            ref={box}
            className={styles.text}
            data-typing
            dir="auto"
            rows={1}
            value={text}
            placeholder={isAnonymous ? words.placeholderAnonymous : hasFiles ? words.addCaption : words.message}
            aria-label={words.message}
            aria-describedby={problem ? noteId : undefined}
            aria-description={isAnonymous ? words.placeholderAnonymous : undefined}
            aria-invalid={excess > 0 || undefined}
            aria-autocomplete="list"
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen ? optionId(listId, completion.active) : undefined}
            readOnly={submission.isSending}
            enterKeyHint="send"
            onChange={({ target }) => handleInput(target.value, target.selectionEnd)}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
            onKeyDown={handleKeyDown}
            onPaste={handlePaste}
          />
          <IconButton
            label={words.emoji}
            Icon={SmileIcon}
            aria-haspopup="dialog"
            onClick={({ currentTarget }) => setEmojiPopover({ anchor: currentTarget, open: true })}
          />
          {VoiceBar && voice !== 'draft' && text === '' && !hasFiles && !editing ? (
            <IconButton
              className={styles.record}
              label={words.recordVoice}
              Icon={MicrophoneIcon}
              onPointerDown={({ button, currentTarget, nativeEvent }) => {
                if (button !== 0) return;
                currentTarget.setPointerCapture(nativeEvent.pointerId);
                startVoice({ button: currentTarget, event: nativeEvent });
              }}
              // The click of a key. That of a pointer ends a press, which has begun the recording and may have cancelled it.
              onClick={({ detail }) => detail === 0 && startVoice('click')}
            />
          ) : (
            <IconButton
              className={styles.send}
              label={editing ? words.save : words.send}
              Icon={editing ? CheckIcon : SendIcon}
              variant={canSend ? 'primary' : 'quiet'}
              disabled={!canSend || submission.isSending}
              type="submit"
            />
          )}
        </div>
      </div>
      {problem && (
        <p className={styles.note} id={noteId} role="status">
          {problem}
        </p>
      )}
      <div aria-live="polite">
        <VisuallyHidden>{isOpen && words.suggestions({ count: completion.suggestions.length })}</VisuallyHidden>
      </div>
      {emojiPopover && (
        <LazyEmojiPopover
          {...emojiPopover}
          label={words.emoji}
          align="end"
          onClose={() => setEmojiPopover({ ...emojiPopover, open: false })}
          returnFocusTo={() => box.current ?? false}
          onPick={(emoji) => {
            setEmojiPopover({ ...emojiPopover, open: false });
            insertAtCaret(emoji);
          }}
        />
      )}
    </form>
  );
}
