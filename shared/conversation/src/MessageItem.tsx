// One message: its bubble, its time, its state, and what can be done with it.
import { IconButton } from '@amber/ui/IconButton';
import { CopyIcon } from '@amber/ui/icons';
import { Avatar } from '@amber/ui/Avatar';
import { authorColour } from '@amber/ui/authorColour';
import { cx } from '@amber/ui/cx';
import { type FocusEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Bubble } from './bubbles/Bubble.tsx';
import { formatExact, formatTime } from './format.ts';
import type { Person } from './person.ts';
import { MessageState, NotSent } from './MessageState.tsx';
import type { Reader } from './reader.ts';
import { shownText } from './shownText.ts';
import { strings } from './strings.ts';
import type { TimelineRow } from './timelineRows.ts';
import styles from './MessageItem.module.css';

export type Grouping = 'bubbles' | 'rows';

interface MessageItemProps {
  row: TimelineRow;
  person: Person;
  grouping: Grouping;
  reader: Reader;
  /** The one message that Tab comes to; the arrow keys move on from it. */
  isTabStop: boolean;
  takesFocus: boolean;
  onFocus(id: string): void;
  onCopy(text: string): void;
  onRetry(id: string): void;
  onDiscard(id: string): void;
}

/** An article named by its author and time. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const { row, person, grouping, reader, isTabStop, takesFocus, onFocus, onCopy, onRetry, onDiscard } = props;
  const article = useRef<HTMLElement>(null);
  // A toolbar for each of many rows would cost more than the rows.
  const [isReached, setReached] = useState(false);
  const leave = ({ currentTarget, type }: PointerEvent | FocusEvent, to: EventTarget | null) => {
    const staysIn = type === 'blur' ? currentTarget.contains(to as Node | null) : currentTarget.contains(document.activeElement);
    if (!staysIn) setReached(false);
  };
  useEffect(() => {
    if (!takesFocus) return;
    // A row that has just come in stays hidden until it is measured, and what is hidden takes no focus.
    let frame = 0;
    const take = () => {
      article.current?.focus({ preventScroll: true });
      if (document.activeElement !== article.current) frame = requestAnimationFrame(take);
    };
    take();
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);
  const { message, mine, isFirst, isLast, at } = row;
  const text = shownText(message)?.text ?? null;
  const time = formatTime(at);
  return (
    <div className={cx(styles.item, styles[grouping], mine && styles.mine, isFirst && styles.first, isLast && styles.last)}>
      {row.day && <p className={styles.day}><span>{row.day}</span></p>}
      {row.isNew && <p className={styles.new}><span>{strings.newLine}</span></p>}
      <article
        ref={article}
        className={styles.message}
        aria-label={strings.article(person.name, time)}
        data-message={message.id}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => {
          setReached(true);
          onFocus(message.id);
        }}
        onBlur={(event) => leave(event, event.relatedTarget)}
        onPointerEnter={() => setReached(true)}
        onPointerLeave={(event) => leave(event, null)}
      >
        {grouping === 'rows' && isFirst && <Avatar identifier={row.author} name={person.name} src={person.avatar} size={40} />}
        <div className={styles.bubble}>
          {grouping === 'rows' && isFirst && <span className={styles.author} style={{ color: authorColour(row.author) }}>{person.name}</span>}
          <Bubble row={row} reader={reader} tabIndex={isTabStop ? 0 : -1} />
          <span className={styles.meta}>
            <time dateTime={new Date(at).toISOString()} title={formatExact(at)}>{time}</time>
            {mine && <MessageState message={message} />}
          </span>
        </div>
        {isReached && text !== null && (
          <div className={styles.tools}>
            <IconButton label={strings.entries.copy} Icon={CopyIcon} tabIndex={isTabStop ? 0 : -1} onClick={() => onCopy(text)} />
          </div>
        )}
      </article>
      {message.error && <NotSent message={message} onRetry={onRetry} onDiscard={onDiscard} />}
    </div>
  );
});
