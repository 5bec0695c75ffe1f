// One message: its bubble, its time, its state, and what can be done with it.
import type { Anchor } from '@amber/ui/ContextMenu';
import { Avatar } from '@amber/ui/Avatar';
import { cx } from '@amber/ui/cx';
import { CheckIcon } from '@amber/ui/icons';
import { onDemand } from '@amber/ui/onDemand';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Bubble } from './Bubble.tsx';
import { AskedAgain, PlainNote, SealNote } from './EncryptionNote.tsx';
import { entryOfKey } from './entryKeys.ts';
import { formatExact, formatTime } from '../kit/format.ts';
import { Line } from './Line.tsx';
import { entriesFor, type Entry, type MessageActions } from './messageActions.ts';
import { MessageState, NotSent, type Reach, stateOf } from './MessageState.tsx';
import { PersonLink } from './PersonLink.tsx';
import { Reactions } from './Reactions.tsx';
import type { Reader } from '../kit/reader.ts';
import { shownText } from '../kit/shownText.ts';
import { words } from '../words/gen/conversation.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { usePressAndHold } from './usePressAndHold.ts';
import styles from './MessageItem.module.css';

const MessageTools = onDemand(
  async () => (await import(/* webpackChunkName: "messageParts" */ './MessageTools.tsx')).MessageTools,
  () => {},
);

export type Grouping = 'bubbles' | 'rows';

/** What a message asks of its timeline. Stays the same. */
export interface ItemEvents {
  onFocus(id: string): void;
  onMenu(row: TimelineRow, anchor: Anchor): void;
  onEntry(row: TimelineRow, entry: Entry, anchor: Anchor): void;
  /** Chooses it among several, or no longer. */
  onSelect(id: string): void;
}

interface MessageItemProps {
  row: TimelineRow;
  grouping: Grouping;
  reader: Reader;
  can: MessageActions;
  isOwner: boolean;
  /** How far a message of mine has come. */
  reach: Reach;
  /** It has just been jumped to. */
  isLit: boolean;
  /** Null while messages are not being chosen. */
  isSelected: boolean | null;
  /** The one message that Tab comes to; the arrow keys move on from it. */
  isTabStop: boolean;
  events: ItemEvents;
}

/** An article named by its author and time; a system line is no article. */
export function MessageItem(props: MessageItemProps) {
  const { row, grouping, reader, can, isOwner, isTabStop, isSelected, events } = props;
  const { message, mine, isFirst, isLast, isLine, at } = row;
  // A toolbar for each of many rows would cost more than the rows.
  const [isReached, setReached] = useState(false);
  const leave = ({ currentTarget, type }: PointerEvent | FocusEvent, to: EventTarget | null) => {
    const staysIn =
      type === 'blur' ? currentTarget.contains(to as Node | null) : currentTarget.contains(document.activeElement);
    if (!staysIn) setReached(false);
  };
  const isSelecting = isSelected !== null;
  const tabIndex = isTabStop ? 0 : -1;
  const author = reader.authorOf(row);
  const time = formatTime(at);
  const isAi = message.content.type === 'ai';
  const name = words.article({ author: isAi ? words.byAi({ author: author.name }) : author.name, time });
  const entries = isReached && !isSelecting ? entriesFor(row, can, isOwner) : [];

  const openMenu = (anchor: Anchor) => !isLine && !isSelecting && events.onMenu(row, anchor);
  const answer = (place: Anchor) =>
    entriesFor(row, can, isOwner).includes('reply') && events.onEntry(row, 'reply', place);
  const hold = usePressAndHold(openMenu, can.onReply && !isSelecting ? answer : undefined);
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isSelecting) {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      events.onSelect(message.id);
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      openMenu(event.currentTarget);
      return;
    }
    const entry = entryOfKey(event.key);
    if (!entry || !entriesFor(row, can, isOwner).includes(entry)) return;
    event.preventDefault();
    events.onEntry(row, entry, event.currentTarget);
  };
  const shared = {
    'data-message': message.id,
    tabIndex,
    onFocus: () => {
      setReached(true);
      events.onFocus(message.id);
    },
    onBlur: (event: FocusEvent) => leave(event, event.relatedTarget),
  };
  const isRow = grouping === 'rows';
  const known = row.isAnonymous ? '' : row.author;
  const mentionsMe = !mine && shownText(message)?.mentions?.includes(reader.me);
  const state = mine && stateOf(message, props.reach, isRow);
  const timeTitle = isReached ? formatExact(at) : undefined;
  const timeShown = (
    <time dateTime={new Date(at).toISOString()} title={timeTitle}>
      {time}
    </time>
  );
  const place = cx(styles[grouping], mine && styles.mine, isFirst && styles.first, isLast && styles.last);

  // Of each element here there are as many as rows in the document, and each is paid for in every frame of a scroll.
  const body = (
    <>
      {isRow && isFirst && (
        <span className={styles.head}>
          <PersonLink identifier={known} name={author.name} tabIndex={tabIndex} onOpen={can.onOpenPerson}>
            <span className={styles.author} dir="auto" style={{ color: reader.colourOf(known) }}>
              {author.name}
            </span>
          </PersonLink>
          {timeShown}
        </span>
      )}
      <div className={styles.bubble} dir={message.content.type === 'text' ? 'auto' : undefined}>
        <Bubble row={row} reader={reader} tabIndex={tabIndex} />
        {message.edited || state ? (
          <span className={styles.meta}>
            {message.edited && (
              <span title={words.editedAt({ time: formatExact(message.edited.at) })}>{words.edited}</span>
            )}
            {!isRow && timeShown}
            {state && <MessageState state={state} />}
          </span>
        ) : (
          !isRow && (
            <time className={styles.meta} dateTime={new Date(at).toISOString()} title={timeTitle}>
              {time}
            </time>
          )
        )}
      </div>
      <PlainNote message={message} mine={mine} reader={reader} />
      <SealNote message={message} reader={reader} />
      {message.unreadable && <AskedAgain message={message} can={can} />}
      {message.reactions && message.reactions.length > 0 && (
        <Reactions message={message} reader={reader} tabIndex={tabIndex} onReact={can.onReact} />
      )}
    </>
  );

  return (
    <>
      {row.day && (
        <p className={styles.day}>
          <span>{row.day}</span>
        </p>
      )}
      {row.isNew && (
        <p className={styles.new}>
          <span>{words.newLine}</span>
        </p>
      )}
      {isLine ? (
        <div className={styles.first}>
          <Line row={row} reader={reader} name={name} onEditAgain={can.onEditAgain} {...shared} />
        </div>
      ) : (
        <article
          className={cx(
            styles.message,
            place,
            isReached && styles.reached,
            props.isLit && styles.lit,
            isSelecting && styles.selecting,
            mentionsMe && styles.mentioned,
          )}
          aria-label={name}
          {...shared}
          {...hold}
          onKeyDown={press}
          onPointerEnter={() => setReached(true)}
          onPointerLeave={(event) => leave(event, null)}
          onClick={isSelecting ? () => events.onSelect(message.id) : undefined}
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
            (isFirst ? (
              <PersonLink identifier={known} name={author.name} tabIndex={-1} onOpen={can.onOpenPerson}>
                <Avatar
                  identifier={known}
                  name={author.name}
                  src={author.avatar}
                  size={40}
                  colour={reader.colourOf(known)}
                />
              </PersonLink>
            ) : (
              <span className={styles.gutter}>{timeShown}</span>
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
                open
                entries={entries}
                tabIndex={tabIndex}
                onEntry={(entry, anchor) => events.onEntry(row, entry, anchor)}
                onMore={(anchor) => events.onMenu(row, anchor)}
              />
            </div>
          )}
        </article>
      )}
      {message.error && <NotSent message={message} reader={reader} can={can} />}
    </>
  );
}
