// The messages of a conversation, oldest first, in a virtualized list.
import type { MessageRow } from '@amber/client/rows';
import { deliveryOf } from '@amber/client/messageState';
import { hostSound } from '@amber/client/sound';
import { cx } from '@amber/ui/cx';
import { EmptyState } from '@amber/ui/EmptyState';
import { ChatsIcon } from '@amber/ui/icons';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ItemEvents } from '../message/useArticleHandlers.ts';
import { isPicture } from '../message/messageKinds.ts';
import { OlderPageStatus, type OlderPageState } from './OlderPageStatus.tsx';
import type { ReadAloudSource } from '../kit/readAloudSource.ts';
import { words as strings } from '../words/gen/conversation.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStableActions } from '../message/useStableActions.ts';
import { hasLocalVoice } from '../speech/hasLocalVoice.ts';
import { useIsReading } from '../speech/useIsReading.ts';
import { useHeadHeight } from './useHeadHeight.ts';
import { useScrollAnchor } from './useScrollAnchor.ts';
import { useJump } from './useJump.ts';
import { LazyMessagePopups, useMessagePopups } from '../message/useMessagePopups.ts';
import { useMountedRows } from './useMountedRows.ts';
import { useRenderRow } from './useRenderRow.tsx';
import { useReturn } from './useReturn.ts';
import { useRovingTabIndex } from './useRovingTabIndex.ts';
import { useSelection } from '../message/useSelection.ts';
import { useSeenRows } from './useSeenRows.ts';
import { useStagedRows } from './useStagedRows.ts';
import { useUnreadBar } from './useUnreadBar.ts';
import type { TimelineHandle, TimelineProps } from './timelineProps.ts';
import { useTimelineReader } from './useTimelineReader.ts';
import { useTimelineRows } from './useTimelineRows.ts';
import { useToday } from '../kit/useToday.ts';
import styles from './Timeline.module.css';

export type { OlderPageState, ReadAloudSource, TimelineHandle, TimelineProps };

const ReadAloud = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ '../speech/ReadAloud.tsx')).ReadAloud,
);

const Announcer = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './Announcer.tsx')).Announcer,
);

const TimelinePills = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './TimelinePills.tsx')).TimelinePills,
);

const TypingNames = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './TypingNames.tsx')).TypingNames,
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
    grouping,
    hasOlder,
    hasNewer = false,
    onSeen,
    unread,
    firstUnread,
    isOwner = false,
    mentions = 0,
    encrypted = false,
    loadReadAloud,
    typing = [],
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
  const [picture, setPicture] = useState<{ id: string; open: boolean } | null>(null);
  const [openPicture] = useState(() => (id: string) => setPicture({ id, open: true }));
  const reader = useTimelineReader(props, {
    onReadAloud: speech && onReadAloud,
    onJump: jumpFrom,
    onOpenPicture: openPicture,
    onUnfold: scrollAnchor.release,
  });
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

  const renderRow = useRenderRow({
    grouping,
    reader,
    actions,
    isOwner,
    peerReadSeq,
    peerDeliveredSeq,
    litId: jump.lit,
    tabStopId: rows[roving.index]?.message.id,
    selected: selection.ids,
    events,
  });

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
        // A visual indicator only; it does not interrupt a screen reader.
        <p className={styles.typing} aria-live="off">
          {typing.length > 0 && <TypingNames typing={typing} reader={reader} />}
        </p>
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
          onMove={openPicture}
          onClose={() => setPicture({ ...picture, open: false })}
          returnFocusTo={() => pictureButtonIn(log.current, picture.id)}
        />
      )}
      <Announcer rows={rows} hasNewer={hasNewer} reader={reader} />
    </div>
  );
}
