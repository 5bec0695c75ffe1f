// The messages of a conversation, oldest first, of which only those in sight are in the document.
import type { MessageRow } from '@amber/client/db';
import { ChatsIcon, DownIcon } from '@amber/ui/icons';
import { EmptyState } from '@amber/ui/EmptyState';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import { type ReactNode, type Ref, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { MessageActions } from './messageActions.ts';
import { type Grouping, MessageItem } from './MessageItem.tsx';
import type { Person } from './person.ts';
import type { Reader } from './reader.ts';
import { strings } from './strings.ts';
import { timelineRows } from './timelineRows.ts';
import { useAnnouncement } from './useAnnouncement.ts';
import { useLatest } from './useLatest.ts';
import { useRovingMessage } from './useRovingMessage.ts';
import { useShift } from './useShift.ts';
import { useStickyBottom } from './useStickyBottom.ts';
import { useToday } from './useToday.ts';
import styles from './Timeline.module.css';

export interface TimelineHandle {
  /** Shows the newest message. */
  toNewest(): void;
  /** Shows this message and lights it up; one outside the window is asked for with `onJump`. */
  jumpTo(id: string): void;
  /** Chooses my last message that can be edited, and hands it to `onEdit`; false if there is none. */
  editLast(): boolean;
  /** Moves the focus to the message that Tab comes to. */
  focus(): void;
}

/** What is above the first message of the window while it is fetched from the gateway. */
export type OlderState = { status: 'idle' } | { status: 'loading' } | { status: 'error'; sentence: string; code: string };

/** Everything that is shown is passed in. The callbacks need not be stable. */
export interface TimelineProps extends MessageActions {
  messages: readonly MessageRow[];
  me: string;
  people: ReadonlyMap<string, Person>;
  /** 'bubbles' for private chats and AI, 'rows' for groups and rooms. */
  grouping: Grouping;
  /** I own this group: I may withdraw what others wrote. */
  isOwner?: boolean | undefined;
  /** Of a private chat: how far the other has received and read. Absent where nobody tells. */
  peerDeliveredSeq?: number | undefined;
  peerReadSeq?: number | undefined;
  /** Identifiers of those who are writing. */
  typing?: readonly string[] | undefined;
  /** Unread messages that mention me, and the way to the oldest: find it and call `jumpTo`. */
  mentions?: number | undefined;
  onJumpToMention?: (() => void) | undefined;
  /** The message is not in the window: bring that part of the conversation into it, the timeline then goes there. */
  onJump?: ((id: string) => void) | undefined;
  /** Older messages come from the gateway. */
  older?: OlderState | undefined;
  onRetryOlder?: (() => void) | undefined;
  /** What stands above the very first message, once nothing older is left. */
  beginning?: ReactNode;
  hasOlder: boolean;
  onReachOldest(): void;
  /** The window may end before the newest message. */
  hasNewer?: boolean;
  onReachNewest?: (() => void) | undefined;
  /** Brings the newest messages into the window. */
  onJumpToNewest?: (() => void) | undefined;
  /** Scrolling has come to rest: the moment to let go of rows that are far away. */
  onRest?: (() => void) | undefined;
  /** Everything up to here is in sight, or was. */
  onSeen(seq: number): void;
  /** How many have not been seen. */
  unread: number;
  /** Where the 'New' line stands; 0 for none. */
  firstUnreadSeq: number;
  ref?: Ref<TimelineHandle>;
}

/** How near an end of the window the next page is asked for. */
const reach = 1_200;
/** Rows this far out of sight are measured already, so that a quick hand never sees one change its height. */
const ahead = 800;

/** The log 'Messages'. Give it a key per conversation: it opens at the first unread, else at the end. */
export function Timeline(props: TimelineProps) {
  const { messages, me, people, grouping, hasOlder, hasNewer = false, onSeen, unread, firstUnreadSeq, ref } = props;
  const list = useRef<VirtualizerHandle>(null);
  const today = useToday();
  const rows = useMemo(
    () => timelineRows(messages, { me, firstUnreadSeq, hasOlder, now: today }),
    [messages, me, firstUnreadSeq, hasOlder, today],
  );
  const shift = useShift(rows);
  const personOf = useCallback((author: string) => people.get(author) ?? { name: strings.someone, avatar: '' }, [people]);
  const latest = useLatest(props);
  const reader: Reader = useMemo(() => ({ me, personOf, onJump: (id) => latest.current.onJump?.(id) }), [me, personOf, latest]);
  const bottom = useStickyBottom(list);
  const roving = useRovingMessage(rows, list);
  const announcement = useAnnouncement(rows, personOf);

  const newest = useRef('');
  useLayoutEffect(() => {
    const row = rows.at(-1);
    // A message that changes has not come in.
    if (!row || row.message.id === newest.current) return;
    const unreadAt = newest.current ? -1 : rows.findIndex(({ isNew }) => isNew);
    newest.current = row.message.id;
    if (unreadAt >= 0) list.current?.scrollToIndex(unreadAt, { align: 'start' });
    else if (bottom.stuck.current || (row.mine && row.message.loading)) bottom.toBottom();
  });

  const look = () => {
    const handle = list.current;
    if (!handle || handle.viewportSize === 0) return;
    if (hasOlder && handle.scrollOffset < reach) props.onReachOldest();
    if (hasNewer && handle.scrollSize - handle.viewportSize - handle.scrollOffset < reach) props.onReachNewest?.();
  };
  useEffect(look);

  const inSight = bottom.atBottom && !hasNewer;
  const lastSeq = useMemo(() => rows.reduce((most, { message }) => Math.max(most, message.seq), 0), [rows]);
  useEffect(() => {
    if (inSight && lastSeq > 0) onSeen(lastSeq);
  }, [inSight, lastSeq, onSeen]);

  const toNewest = () => {
    if (hasNewer) props.onJumpToNewest?.();
    bottom.toBottom();
  };
  useImperativeHandle(ref, () => ({ toNewest, jumpTo: () => {}, editLast: () => false, focus: () => {} }));
  const words = strings.newMessages(unread);
  return (
    <div className={styles.timeline}>
      {rows.length === 0 && <EmptyState Icon={ChatsIcon} title={strings.nothingYet} text={strings.sayHello} />}
      <div
        className={styles.log} role="log" aria-label={strings.messages} aria-live="off" onBlur={roving.onBlur}
        onKeyDown={roving.onKeyDown}
      >
        <div className={styles.space} />
        <Virtualizer
          ref={list}
          data={rows}
          shift={shift}
          bufferSize={ahead}
          keepMounted={roving.index < 0 ? [] : [roving.index]}
          onScroll={(offset) => {
            bottom.onScroll(offset);
            look();
          }}
          onScrollEnd={() => props.onRest?.()}
          onResize={bottom.onResize}
        >
          {(row, index) => (
            <MessageItem
              key={row.message.id}
              row={row}
              person={personOf(row.author)}
              grouping={grouping}
              reader={reader}
              isTabStop={index === roving.index}
              takesFocus={roving.takesFocus && index === roving.index}
              onFocus={roving.onFocus}
              onCopy={props.onCopy}
              onRetry={props.onRetry}
              onDiscard={props.onDiscard}
            />
          )}
        </Virtualizer>
        <div className={styles.end} />
      </div>
      {!inSight && rows.length > 0 && (
        <button type="button" className={styles.pill} onClick={toNewest}>
          {unread > 0
            ? <span>{words.seen}<VisuallyHidden>{words.read}</VisuallyHidden></span>
            : <VisuallyHidden>{strings.toNewest}</VisuallyHidden>}
          <DownIcon />
        </button>
      )}
      <div aria-live="polite"><VisuallyHidden>{announcement}</VisuallyHidden></div>
    </div>
  );
}
