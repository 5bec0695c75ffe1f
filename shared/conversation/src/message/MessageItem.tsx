// One message: its bubble, its time, its delivery state and its actions.
import type { Delivery } from '@amber/client/messageState';
import { Avatar } from '@amber/ui/Avatar';
import { cx } from '@amber/ui/cx';
import { CheckIcon } from '@amber/ui/icons';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { type FocusEvent, type PointerEvent, useState } from 'react';
import { Bubble } from './Bubble.tsx';
import { ResendNote, UnencryptedNote, DeliveryNote } from './EncryptionNote.tsx';
import { formatDateTime, formatTime } from '../kit/format.ts';
import { SystemMessage } from './SystemMessage.tsx';
import { entriesFor, type MessageActions } from './messageActions.ts';
import { MessageState } from './MessageState.tsx';
import { Reactions } from './Reactions.tsx';
import { PersonLink } from './PersonLink.tsx';
import { RowHeadings } from './RowHeadings.tsx';
import type { Reader } from '../kit/reader.ts';
import { writtenText } from '../kit/currentText.ts';
import { words } from '../words/gen/conversation.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { type ItemEvents, useArticleHandlers } from './useArticleHandlers.ts';
import styles from './MessageItem.module.css';

const NotSent = loadOnOpen(async () => (await import(/* webpackChunkName: "messageParts" */ './NotSent.tsx')).NotSent);

export const MessageTools = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './MessageTools.tsx')).MessageTools,
);

export type MessageLayout = 'bubbles' | 'rows';

interface MessageItemProps {
  row: TimelineRow;
  grouping: MessageLayout;
  reader: Reader;
  actions: MessageActions;
  isOwner: boolean;
  delivery: Delivery;
  /** Whether the message is highlighted after a jump. */
  isHighlighted: boolean;
  /** Whether the message is selected; null outside selection mode. */
  isSelected: boolean | null;
  /** Whether this message is the tab stop of the timeline; the arrow keys move on from it. */
  isTabStop: boolean;
  events: ItemEvents;
}

/** An article named by its author and time; a system line is not an article. */
export function MessageItem(props: MessageItemProps) {
  const { row, grouping, reader, actions, isOwner, isTabStop, isSelected, events, delivery } = props;
  const { message, mine, isFirstOfGroup, isLastOfGroup, isSystemLine, at } = row;
  // The toolbar is rendered only for the active row, because a toolbar for each row would cost more than the rows.
  const [isActive, setIsActive] = useState(false);
  const handleLeave = ({ currentTarget, type }: PointerEvent | FocusEvent, to: EventTarget | null) => {
    const staysIn =
      type === 'blur' ? currentTarget.contains(to as Node | null) : currentTarget.contains(document.activeElement);
    if (!staysIn) setIsActive(false);
  };
  const isSelecting = isSelected !== null;
  const tabIndex = isTabStop ? 0 : -1;
  const author = reader.authorOf(row);
  const time = formatTime(at);
  const isBot = message.content.type === 'ai';
  const name = words.article({ author: isBot ? words.byAi({ author: author.name }) : author.name, time });
  const entries = isActive && !isSelecting ? entriesFor(row, actions, isOwner) : [];

  const articleHandlers = useArticleHandlers({ row, actions, isOwner, isSelecting, events });
  const focusProps = {
    'data-message': message.id,
    tabIndex,
    onFocus: () => {
      setIsActive(true);
      events.onFocus(message.id);
    },
    onBlur: (event: FocusEvent) => handleLeave(event, event.relatedTarget),
  };
  const isRow = grouping === 'rows';
  const authorId = row.isAnonymous ? '' : row.author;
  const mentionsMe = !mine && writtenText(message)?.mentions?.includes(reader.me);
  // In rows, a message that is merely sent has no mark.
  const showsDelivery = mine && !(isRow && delivery === 'sent');
  const timeTitle = isActive ? formatDateTime(at) : undefined;
  const renderTime = (className?: string) => (
    <time className={className} dateTime={new Date(at).toISOString()} title={timeTitle}>
      {time}
    </time>
  );
  const place = cx(styles[grouping], mine && styles.mine, isFirstOfGroup && styles.first, isLastOfGroup && styles.last);

  // Every element here exists once per mounted row and costs time in every frame of a scroll, so there are as few as
  // possible.
  const body = (
    <>
      {isRow && isFirstOfGroup && (
        <span className={styles.head}>
          <PersonLink identifier={authorId} name={author.name} tabIndex={tabIndex} onOpen={actions.onOpenPerson}>
            <span className={styles.author} dir="auto" style={{ color: reader.colourOf(authorId) }}>
              {author.name}
            </span>
          </PersonLink>
          {renderTime()}
        </span>
      )}
      <div className={styles.bubble} dir={message.content.type === 'text' ? 'auto' : undefined}>
        <Bubble row={row} reader={reader} tabIndex={tabIndex} />
        {message.edited || showsDelivery ? (
          <span className={styles.meta}>
            {message.edited && (
              <button
                type="button"
                className={styles.edited}
                tabIndex={tabIndex}
                onClick={({ currentTarget }) => events.onEntry(row, 'edits', currentTarget)}
              >
                {words.edited}
              </button>
            )}
            {!isRow && renderTime()}
            {showsDelivery && <MessageState delivery={delivery} />}
          </span>
        ) : (
          !isRow && renderTime(styles.meta)
        )}
      </div>
      <UnencryptedNote row={row} reader={reader} />
      <DeliveryNote row={row} reader={reader} />
      {message.unreadable && <ResendNote message={message} actions={actions} />}
      {message.reactions && message.reactions.length > 0 && (
        <Reactions message={message} reader={reader} tabIndex={tabIndex} onReact={actions.onReact} />
      )}
    </>
  );

  return (
    <>
      <RowHeadings row={row} />
      {isSystemLine ? (
        <div className={styles.first}>
          <SystemMessage row={row} reader={reader} name={name} actions={actions} {...focusProps} />
        </div>
      ) : (
        <article
          className={cx(
            styles.message,
            place,
            isActive && styles.reached,
            props.isHighlighted && styles.lit,
            isSelecting && styles.selecting,
            mentionsMe && styles.mentioned,
          )}
          aria-label={name}
          {...focusProps}
          {...articleHandlers}
          onPointerEnter={() => setIsActive(true)}
          onPointerLeave={(event) => handleLeave(event, null)}
        >
          {isSelecting && (
            <span
              className={styles.check}
              role="checkbox"
              aria-checked={isSelected}
              aria-label={words.selectMessage({ article: name })}
              tabIndex={tabIndex}
              onKeyDown={(event) => {
                if (event.key !== ' ') return;
                event.preventDefault();
                events.onSelect(message.id);
              }}
            >
              {isSelected && <CheckIcon />}
            </span>
          )}
          {isRow &&
            (isFirstOfGroup ? (
              <PersonLink identifier={authorId} name={author.name} tabIndex={-1} onOpen={actions.onOpenPerson}>
                <Avatar
                  identifier={authorId}
                  name={author.name}
                  src={author.avatar}
                  size={40}
                  colour={reader.colourOf(authorId)}
                />
              </PersonLink>
            ) : (
              <span className={styles.gutter}>{renderTime()}</span>
            ))}
          {isRow || isSelecting ? (
            <div className={styles.content} inert={isSelecting}>
              {body}
            </div>
          ) : (
            body
          )}
          {entries.length > 0 && (
            <div className={styles.tools}>
              <MessageTools
                entries={entries}
                tabIndex={tabIndex}
                onEntry={(entry, anchor) => events.onEntry(row, entry, anchor)}
                onMore={(anchor) => events.onMenu(row, anchor)}
              />
            </div>
          )}
        </article>
      )}
      {delivery === 'failed' && <NotSent message={message} reader={reader} actions={actions} />}
    </>
  );
}
