// The message composer: a text box with attachments, mentions and emoji.
import { limits } from '@amber/proto/limits';
import { IconButton } from '@amber/ui/IconButton';
import { AttachIcon, CheckIcon, MicrophoneIcon, SendIcon, SmileIcon } from '@amber/ui/icons';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { LazyEmojiPopover } from '../emoji/LazyEmojiPopover.ts';
import type { ComposerHandle, ComposerProps, ComposeTarget, VoiceBarProps, VoicePress } from './composerProps.ts';
import { extractPastedFiles } from './extractPastedFiles.ts';
import type { Mentionable } from '../kit/person.ts';
import { words } from '../words/gen/conversation.ts';
import { useAttachments } from './useAttachments.ts';
import { useComposedText } from './useComposedText.ts';
import { completeShortcode, optionId, useCompletion } from './useCompletion.ts';
import { useLazyModule } from '../kit/useLazyModule.ts';
import { useMentionable } from './useMentionable.ts';
import { useSubmit } from './useSubmit.ts';
import styles from './Composer.module.css';

export type { ComposerHandle, ComposerProps, ComposeTarget, VoiceBarProps, VoicePress };

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

  const submission = useSubmit(props, {
    composed,
    canSend,
    hasFiles,
    editing,
    quote,
    mentionable,
    attachments,
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
