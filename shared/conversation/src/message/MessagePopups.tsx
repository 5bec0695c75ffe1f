// The popups of a message: its menu, and the emoji to react with. One of each is shared by all messages.
import type { Anchor } from '@amber/ui/ContextMenu';
import type { RefObject } from 'react';
import { LazyEmojiPopover } from '../emoji/LazyEmojiPopover.ts';
import { formatTime } from '../kit/format.ts';
import { entriesFor, type MenuEntry, type MessageActions } from './messageActions.ts';
import { MessageMenu } from './MessageMenu.tsx';
import type { Reader } from '../kit/reader.ts';
import { words } from '../words/gen/conversation.ts';
import { words as entryWords } from '../words/gen/entries.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

export interface OpenPopup {
  kind: 'menu' | 'react';
  row: TimelineRow;
  at: { x: number; y: number };
  /** A closed popup stays mounted, so that it keeps its position while it fades out. */
  open: boolean;
}

const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

export interface MessagePopupsProps {
  open: boolean;
  popup: OpenPopup;
  reader: Reader;
  actions: MessageActions;
  isOwner: boolean;
  messageList: RefObject<HTMLElement | null>;
  perform(row: TimelineRow, entry: MenuEntry, anchor: Anchor): void;
  /** Closes the popup if it is of this kind; without a kind, any. */
  onClose(kind?: OpenPopup['kind']): void;
}

/** The popup that is open or fades out. */
export function MessagePopups({
  open,
  popup: { row, at, kind },
  reader,
  actions,
  isOwner,
  messageList,
  perform,
  onClose,
}: MessagePopupsProps) {
  const message = () =>
    messageList.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(row.message.id)}"]`) ?? null;
  const isReacting = kind === 'react';
  return (
    <>
      <MessageMenu
        open={open && !isReacting}
        anchor={at}
        name={words.article({ author: reader.authorOf(row).name, time: formatTime(row.at) })}
        entries={entriesFor(row, actions, isOwner)}
        returnFocusTo={message}
        onClose={() => onClose('menu')}
        onEntry={(entry) => perform(row, entry, at)}
      />
      <LazyEmojiPopover
        open={open && isReacting}
        anchor={at}
        label={entryWords.react}
        quick={quickReactions}
        onClose={() => onClose('react')}
        returnFocusTo={() => message() ?? false}
        onPick={(emoji) => {
          onClose('react');
          const hasReacted =
            row.message.reactions?.some((one) => one.emoji === emoji && one.by.includes(reader.me)) ?? false;
          actions.onReact?.(row.message, emoji, !hasReacted);
        }}
      />
    </>
  );
}
