// The messages of a conversation, oldest first, in a virtualized list.
import type { MessageRow } from '@amber/client/rows';
import { deliveryOf } from '@amber/client/messageState';
import { hostSound } from '@amber/client/sound';
import { cx } from '@amber/ui/cx';
import { EmptyState } from '@amber/ui/EmptyState';
import { ChatsIcon } from '@amber/ui/icons';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { MessageActions } from '../message/messageActions.ts';
import { AlbumItem, type AlbumItemProps } from '../message/AlbumItem.tsx';
import { type MessageLayout, MessageItem } from '../message/MessageItem.tsx';
import type { ItemEvents } from '../message/useArticleHandlers.ts';
import { isPicture } from '../message/messageKinds.ts';
import { type AnswerSource, emptyAnswerSource } from '../kit/answerSource.ts';
import type { FileSource } from '../kit/fileSource.ts';
import { createElementCache } from './createElementCache.ts';
import { OlderPageStatus, type OlderPageState } from './OlderPageStatus.tsx';
import type { Person } from '../kit/person.ts';
import { createReader, type Reader } from '../kit/reader.ts';
import type { LoadReadAloudSource, ReadAloudSource } from '../kit/readAloudSource.ts';
import type { LoadVoiceSource } from '../kit/voiceSource.ts';
import { words as strings } from '../words/gen/conversation.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { TypingLine } from './TypingLine.tsx';
import { useStableActions } from '../message/useStableActions.ts';
import { hasLocalVoice } from '../speech/hasLocalVoice.ts';
import { useIsReading } from '../speech/useIsReading.ts';
import { useHeadHeight } from './useHeadHeight.ts';
import { useScrollAnchor } from './useScrollAnchor.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';
import { useJump } from './useJump.ts';
import { LazyMessagePopups, useMessagePopups } from '../message/useMessagePopups.ts';
import { useMountedRows } from './useMountedRows.ts';
import { useReturn } from './useReturn.ts';
import { useRovingTabIndex } from './useRovingTabIndex.ts';
import { useSelection } from '../message/useSelection.ts';
import { useSeenRows } from './useSeenRows.ts';
import { useStagedRows } from './useStagedRows.ts';
import { useUnreadBar } from './useUnreadBar.ts';
import { useTimelineRows } from './useTimelineRows.ts';
import { useToday } from '../kit/useToday.ts';
import styles from './Timeline.module.css';

export type { OlderPageState, ReadAloudSource };

export interface TimelineHandle {
  /** Scrolls to the newest message. */
  scrollToNewest(): void;
  /** Scrolls to this message and highlights it; one outside the window is requested with `onJump`. */
  jumpTo(id: string): void;
  /** Moves the focus to the user's last message, where its keyboard shortcuts work; false if there is none. */
  selectLast(): boolean;
}

/** All data is passed in as props. The callbacks need not be stable. */
export interface TimelineProps extends MessageActions {
  messages: readonly MessageRow[];
  me: string;
  people: ReadonlyMap<string, Person>;
  /** 'bubbles' for private chats and bots, 'rows' for groups and rooms. */
  grouping: MessageLayout;
  /** Whether the conversation is end-to-end encrypted; messages that are not are then marked. */
  encrypted?: boolean | undefined;
  /** The number of devices that a message of mine is sent to; 0 while it is unknown. */
  deviceCount?: number | undefined;
  /** The source of the files in messages. */
  files: FileSource;
  /** The source of streaming answers of a bot; absent if there is none. */
  answers?: AnswerSource | undefined;
  /** Reads a message of this conversation from this device, for quotes of a part; absent where there is none. */
  message$?: Reader['message$'];
  /** Loads the source of voice messages; absent where they cannot be converted to text. */
  loadVoice?: LoadVoiceSource | undefined;
  /** Loads the source of reading aloud; absent where nothing can. */
  loadReadAloud?: LoadReadAloudSource | undefined;
  /** Whether the user owns this group and may withdraw the messages of others. */
  isOwner?: boolean | undefined;
  /**
   * In a private chat: the positions up to which the other person has received and read. Absent where they are not
   * reported.
   */
  peerDeliveredSeq?: number | undefined;
  peerReadSeq?: number | undefined;
  /** Identifiers of the people who are typing. */
  typing?: readonly string[] | undefined;
  /**
   * The number of unread messages that mention the user, and the handler of the button that leads to the oldest: find
   * it and call `jumpTo`.
   */
  mentions?: number | undefined;
  onJumpToMention?: (() => void) | undefined;
  /** Called for a message outside the window: load that part of the conversation; the timeline then scrolls there. */
  onJump?: ((id: string) => void) | undefined;
  /** The state of loading older messages from the gateway. */
  older?: OlderPageState | undefined;
  onRetryOlder?: (() => void) | undefined;
  /** Shown above the first message of the conversation, once nothing older is left. */
  beginning?: ReactNode;
  /** Whether `beginning` invites to write, so that an empty timeline needs no other words. */
  hasGreeting?: boolean;
  hasOlder: boolean;
  onReachOldest(): void;
  /** Whether the window ends before the newest message. */
  hasNewer?: boolean;
  onReachNewest?: (() => void) | undefined;
  /** Called before it scrolls to the newest message, which is read then: load it into the window. */
  onJumpToNewest?: (() => void) | undefined;
  /** Called when scrolling ends, which is the time to release rows that are far away. */
  onScrollEnd?: (() => void) | undefined;
  /** Called when new messages have made the window too long, with the side that the reader is on. */
  onOverfull?: ((side: 'older' | 'newer') => void) | undefined;
  /** Called when the message at this position is on screen, while the page is in front of the reader. */
  onSeen(seq: number): void;
  /** The number of unread messages. */
  unread: number;
  /** The message below the 'New' line, how many are new from there on, and its time; null for none. */
  firstUnread: { id: string; seq: number; count: number; at: number } | null;
  /** Jumps to the oldest unread message: call `jumpTo`. */
  onJumpToUnread?: (() => void) | undefined;
  ref?: Ref<TimelineHandle>;
}

const ReadAloud = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ '../speech/ReadAloud.tsx')).ReadAloud,
);

const Announcer = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './Announcer.tsx')).Announcer,
);

const TimelinePills = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './TimelinePills.tsx')).TimelinePills,
);

const UnreadBar = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './UnreadBar.tsx')).UnreadBar,
);

const SelectionBar = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ '../message/SelectionBar.tsx')).SelectionBar,
);

const Lightbox = loadOnOpen(
  async () => (await import(/* webpackChunkName: "files" */ '../files/view/Lightbox.tsx')).Lightbox,
);

/** The distance in pixels from an end of the window at which the next page is requested. */
const loadThreshold = 1_200;

/** The number of messages in the window beyond which it must not grow by itself. */
const overfullLength = 400;

const isSending = (row: TimelineRow | undefined): boolean =>
  row !== undefined && row.mine && ['queued', 'uploading'].includes(deliveryOf(row.message));

/**
 * Returns the button that opens the picture. If it has left the document, returns its row or the tab stop of the log.
 */
const pictureButtonIn = (log: HTMLElement | null, id: string): HTMLElement | false => {
  const row = log?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`);
  return (
    row?.querySelector<HTMLElement>('[data-file] button') ??
    row ??
    log?.querySelector<HTMLElement>('[data-message][tabindex="0"]') ??
    false
  );
};

/** The log 'Messages'. Give it a key per conversation: it opens at the first unread message, else at the end. */
export function Timeline(props: TimelineProps) {
  const {
    messages,
    me,
    people,
    grouping,
    hasOlder,
    hasNewer = false,
    onSeen,
    unread,
    firstUnread,
    isOwner = false,
    mentions = 0,
    encrypted = false,
    deviceCount = 0,
    files,
    message$,
    answers = emptyAnswerSource,
    loadVoice,
    loadReadAloud,
    ref,
  } = props;
  const { peerReadSeq, peerDeliveredSeq, onJumpToMention } = props;
  const isEmpty = messages.length === 0 && !hasOlder && !props.hasGreeting;
  const list = useRef<VirtualizerHandle>(null);
  const log = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const today = useToday();
  const all = useTimelineRows(messages, {
    me,
    firstUnreadSeq: firstUnread?.seq ?? 0,
    newCount: firstUnread?.count ?? 0,
    hasOlder,
    now: today,
  });
  const speech = loadReadAloud && hostSound()?.speech;
  const [reading, setReading] = useState<{ message: MessageRow } | null>(null);
  const [onReadAloud] = useState(() => (message: MessageRow) => setReading({ message }));
  const isReading = useIsReading(speech);
  // Some browsers load their voices after the first question.
  useEffect(() => void (encrypted && hasLocalVoice()), [encrypted]);
  const actions = useStableActions({ ...props, onReadAloud: speech && onReadAloud });
  const scrollAnchor = useScrollAnchor({
    rows: all,
    list,
    log,
    head,
    startsAtEnd: !all.some(({ isFirstUnread }) => isFirstUnread),
    hasNewer,
  });
  const stagedRows = useStagedRows(all, scrollAnchor.atBottom || isSending(all.at(-1)));
  const { rows } = stagedRows;
  const roving = useRovingTabIndex(rows, list, log);
  const mountedRows = useMountedRows(rows, list);
  const jump = useJump({
    rows,
    log,
    show: scrollAnchor.scrollToRow,
    setTabStop: roving.choose,
    loadAround: props.onJump,
  });
  const isEndVisible = scrollAnchor.atBottom && !hasNewer;
  const isNewestBelow = !isEndVisible && rows.length > 0;
  const { canReturn, jumpFrom, back } = useReturn({ isEndVisible, jumpTo: jump.to });
  const { release } = scrollAnchor;
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [picture, setPicture] = useState<{ id: string; open: boolean } | null>(null);
  const unfold = useStableCallback((id: string) => {
    release();
    setUnfolded(new Set([...unfolded, id]));
  });
  const reader = useMemo(
    () =>
      createReader(me, people, {
        protection: { encrypted, deviceCount },
        files,
        answers,
        loadVoice,
        onReadAloud: speech && onReadAloud,
        message$,
        onJump(id, origin, part) {
          if (part) unfold(id);
          jumpFrom(id, origin, part);
        },
        onOpenPicture: (id) => setPicture({ id, open: true }),
        isUnfolded: (id) => unfolded.has(id),
        onUnfold: unfold,
      }),
    [
      me,
      people,
      jumpFrom,
      unfold,
      unfolded,
      encrypted,
      deviceCount,
      files,
      message$,
      answers,
      loadVoice,
      speech,
      onReadAloud,
    ],
  );
  const selection = useSelection(rows);
  const popups = useMessagePopups({ rows, actions, isOwner, onSelect: selection.begin });
  const headHeight = useHeadHeight({
    head,
    log,
    scrollAnchor: scrollAnchor.place,
    contentKey: hasOlder ? `older ${props.older?.status}` : 'beginning',
  });

  const newest = useRef('');
  useLayoutEffect(() => {
    const row = rows.at(-1);
    if (!row) return;
    const [isFirst, isSame] = [newest.current === '', newest.current === row.message.id];
    newest.current = row.message.id;
    // A changed message is not a new one.
    if (jump.arrive() || isSame) return;
    const unreadAt = isFirst ? rows.findIndex(({ isFirstUnread }) => isFirstUnread) : -1;
    if (unreadAt >= 0) {
      scrollAnchor.scrollToRow(rows[unreadAt]!.message.id, 'start');
    } else if (isSending(row)) {
      scrollAnchor.scrollToEnd();
    } else {
      scrollAnchor.keep();
    }
  });

  const loadNearbyPages = () => {
    mountedRows.look();
    const handle = list.current;
    if (!handle || handle.viewportSize === 0) return;
    if (hasOlder && handle.scrollOffset < loadThreshold) props.onReachOldest();
    if (hasNewer && handle.scrollSize - handle.viewportSize - handle.scrollOffset < loadThreshold)
      props.onReachNewest?.();
  };
  useEffect(loadNearbyPages);

  const isOverfull = !hasNewer && messages.length > overfullLength;
  const { onOverfull } = props;
  useEffect(() => {
    if (isOverfull) onOverfull?.(scrollAnchor.atBottom ? 'newer' : 'older');
  });

  const seenRows = useSeenRows({ rows, log, scrollAnchor: scrollAnchor.place, isEndVisible, onSeen });
  const unreadBar = useUnreadBar({
    newLine: seenRows.newLine,
    hasNewLine: firstUnread !== null,
    jump: () => props.onJumpToUnread?.(),
  });

  const scrollToNewest = () => {
    if (unread > 0 && !isEndVisible) unreadBar.offer();
    props.onJumpToNewest?.();
    scrollAnchor.scrollToEnd();
    seenRows.onScroll();
  };
  const selectLast = () => {
    const row = rows.findLast(({ mine, isSystemLine }) => mine && !isSystemLine);
    if (row) roving.focusMessage(row.message.id);
    return row !== undefined;
  };
  useImperativeHandle(ref, () => ({ scrollToNewest, jumpTo: jump.to, selectLast }));
  const events: ItemEvents = useMemo(
    () => ({ onFocus: roving.onFocus, onMenu: popups.openMenu, onEntry: popups.perform, onSelect: selection.toggle }),
    [roving.onFocus, popups.openMenu, popups.perform, selection.toggle],
  );

  const [memoizeRow] = useState(() =>
    createElementCache<TimelineRow, ComponentProps<typeof MessageItem> | AlbumItemProps>(),
  );
  const idInAlbum = ({ album = [] }: TimelineRow, id: string | undefined) =>
    album.some(({ message }) => message.id === id) ? id! : '';
  const renderRow = memoizeRow((row, index) =>
    row.album ? (
      <AlbumItem
        key={row.message.id}
        row={row}
        grouping={grouping}
        reader={reader}
        actions={actions}
        isOwner={isOwner}
        peerReadSeq={peerReadSeq}
        peerDeliveredSeq={peerDeliveredSeq}
        litId={idInAlbum(row, jump.lit)}
        tabStopId={idInAlbum(row, rows[roving.index]?.message.id)}
        selected={selection.ids}
        events={events}
      />
    ) : (
      <MessageItem
        key={row.message.id}
        row={row}
        grouping={grouping}
        reader={reader}
        actions={actions}
        isOwner={isOwner}
        delivery={deliveryOf(row.message, row.mine ? { readSeq: peerReadSeq, deliveredSeq: peerDeliveredSeq } : {})}
        isHighlighted={row.message.id === jump.lit}
        isSelected={selection.ids && selection.ids.has(row.message.id)}
        isTabStop={index === roving.index}
        events={events}
      />
    ),
  );

  return (
    <div className={styles.timeline}>
      <div className={styles.view}>
        {isEmpty && (
          <div className={styles.empty}>
            <EmptyState Icon={ChatsIcon} title={strings.nothingYet} text={strings.sayHello} />
          </div>
        )}
        <div
          ref={log}
          className={cx(styles.log, scrollAnchor.atBottom && styles.atEnd)}
          role="log"
          aria-label={strings.messages}
          aria-live="off"
          onBlur={roving.onBlur}
          onKeyDown={roving.onKeyDown}
          onKeyDownCapture={scrollAnchor.onInput}
          onWheel={scrollAnchor.onInput}
          onPointerDown={scrollAnchor.onInput}
        >
          <div className={styles.space} />
          <div ref={head} className={styles.head}>
            {hasOlder ? (
              <OlderPageStatus state={props.older} onRetry={props.onRetryOlder} />
            ) : (
              !isEmpty && props.beginning
            )}
          </div>
          <Virtualizer
            ref={list}
            data={rows}
            shift={stagedRows.shift}
            startMargin={headHeight}
            bufferSize={0}
            keepMounted={roving.index < 0 ? mountedRows.mounted : [...mountedRows.mounted, roving.index]}
            onScroll={() => {
              stagedRows.onScroll();
              scrollAnchor.onScroll();
              seenRows.onScroll();
              loadNearbyPages();
            }}
            onScrollEnd={() => {
              stagedRows.onScrollEnd();
              props.onScrollEnd?.();
            }}
            onResize={scrollAnchor.keep}
          >
            {renderRow}
          </Virtualizer>
          <div className={styles.end} />
        </div>
        {unreadBar.isOffered && firstUnread && (
          <UnreadBar {...firstUnread} now={today} onJump={unreadBar.goBack} onClose={unreadBar.close} />
        )}
        <TimelinePills
          open={canReturn || mentions > 0 || isNewestBelow}
          onReturn={canReturn ? back : undefined}
          mentions={mentions}
          onJumpToMention={onJumpToMention}
          unread={unread}
          onJumpToNewest={isNewestBelow ? scrollToNewest : undefined}
        />
      </div>
      {selection.chosen ? (
        <SelectionBar chosen={selection.chosen} actions={actions} reader={reader} onClose={selection.end} />
      ) : (
        <TypingLine typing={props.typing} reader={reader} />
      )}
      {popups.popup && (
        <LazyMessagePopups
          open={popups.popup.open}
          popup={popups.popup}
          reader={reader}
          actions={actions}
          isOwner={isOwner}
          messageList={log}
          perform={popups.perform}
          openPicker={popups.openPicker}
          onClose={popups.close}
        />
      )}
      {speech && loadReadAloud && (isReading || reading) && (
        <ReadAloud
          speech={speech}
          loadSource={loadReadAloud}
          request={reading}
          messages={messages}
          log={log}
          authorOf={(message) => {
            const row = rows.find((one) => one.message.id === message.id);
            return row ? reader.authorOf(row).name : '';
          }}
        />
      )}
      {picture && (
        <Lightbox
          {...picture}
          pictures={rows.filter(({ message }) => isPicture(message))}
          reader={reader}
          onMove={(id) => setPicture({ id, open: true })}
          onClose={() => setPicture({ ...picture, open: false })}
          returnFocusTo={() => pictureButtonIn(log.current, picture.id)}
        />
      )}
      <Announcer rows={rows} hasNewer={hasNewer} reader={reader} />
    </div>
  );
}
