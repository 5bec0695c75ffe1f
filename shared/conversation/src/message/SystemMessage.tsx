// A text of the app in the timeline: an event of the conversation, or the placeholder of a withdrawn message.
import { readSystem, readText } from '@amber/proto/bodies';
import type { FocusEvent } from 'react';
import type { Reader } from '../kit/reader.ts';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { useLazyModule } from '../kit/useLazyModule.ts';
import { words } from '../words/gen/conversation.ts';
import type { MessageActions } from './messageActions.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import styles from './SystemMessage.module.css';

interface SystemMessageProps {
  row: TimelineRow;
  reader: Reader;
  /** The accessible name of a withdrawn message. */
  name: string;
  actions: Pick<MessageActions, 'onEditAgain' | 'onUndoWithdrawal'>;
  'data-message': string;
  tabIndex: number;
  onFocus(): void;
  onBlur(event: FocusEvent): void;
}

const UndoWithdrawal = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './UndoWithdrawal.tsx')).UndoWithdrawal,
);

const loadSystemLine = () => import(/* webpackChunkName: "messageParts" */ './systemLineParts.ts');

/** Renders a system line as a note and a withdrawn message as an article. */
export function SystemMessage({ row, reader, name, actions, ...rest }: SystemMessageProps) {
  const { onEditAgain, onUndoWithdrawal } = actions;
  const { withdrawn, content, edited } = row.message;
  // The sentences are loaded with the first of them, which has its place before.
  const module = useLazyModule(loadSystemLine, !withdrawn);
  if (!withdrawn) {
    const origin = readSystem(content);
    const others = row.foldedLines.flatMap((message) => readSystem(message.content) ?? []);
    const sentence =
      module &&
      origin &&
      (others.length > 0 ? module.joinedLine([...others, origin], reader) : module.systemLine(origin, reader));
    return (
      <section className={styles.line} role="note" {...rest}>
        {module ? sentence || words.unsupported : ''}
        {module && origin && <module.LineAction row={row} origin={origin} me={reader.me} tabIndex={rest.tabIndex} />}
      </section>
    );
  }
  const byMe = withdrawn.by === reader.me;
  const text =
    byMe && row.mine && (readText({ type: 'text', message: edited?.message ?? '' }) ?? readText(content))?.text;
  return (
    <article className={styles.line} aria-label={name} {...rest}>
      {byMe
        ? words.youWithdrew
        : words.withdrew({ who: withdrawn.by ? reader.personOf(withdrawn.by).name : words.anonymous })}
      {byMe && withdrawn.undoUntil !== undefined && onUndoWithdrawal && (
        <UndoWithdrawal
          until={withdrawn.undoUntil}
          tabIndex={rest.tabIndex}
          onUndo={() => onUndoWithdrawal(row.message)}
        />
      )}
      {text && onEditAgain && (
        <button type="button" className={styles.again} tabIndex={rest.tabIndex} onClick={() => onEditAgain(text)}>
          {words.editAgain}
        </button>
      )}
    </article>
  );
}
