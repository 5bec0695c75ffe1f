// The windows that open on a message: its menu, and the emoji to react with. One of each serves them all.
import type { Anchor } from '@amber/ui/ContextMenu';
import type { RefObject } from 'react';
import { EmojiWindow } from '../emoji/EmojiWindow.ts';
import { formatTime } from '../kit/format.ts';
import { entriesFor, type Entry, type MessageActions } from './messageActions.ts';
import { MessageMenu } from './MessageMenu.tsx';
import type { Reader } from '../kit/reader.ts';
import { words } from '../words/gen/conversation.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

export interface OpenedWindow {
  kind: 'menu' | 'react';
  row: TimelineRow;
  at: { x: number; y: number };
  /** A window stays when it closes, so that what fades out keeps its place. */
  open: boolean;
}

const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

export interface MessageWindowsProps {
  open: boolean;
  opened: OpenedWindow;
  reader: Reader;
  can: MessageActions;
  isOwner: boolean;
  log: RefObject<HTMLElement | null>;
  perform(row: TimelineRow, entry: Entry, anchor: Anchor): void;
  onClose(kind: OpenedWindow['kind']): void;
}

/** The one that is open, or fades out. */
export function MessageWindows({
  open,
  opened: { row, at, kind },
  reader,
  can,
  isOwner,
  log,
  perform,
  onClose,
}: MessageWindowsProps) {
  const message = () =>
    log.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(row.message.id)}"]`) ?? null;
  const isReacting = kind === 'react';
  return (
    <>
      <MessageMenu
        open={open && !isReacting}
        anchor={at}
        name={words.article({ author: reader.authorOf(row).name, time: formatTime(row.at) })}
        entries={entriesFor(row, can, isOwner)}
        returnTo={message}
        onClose={() => onClose('menu')}
        onEntry={(entry) => perform(row, entry, at)}
      />
      <EmojiWindow
        open={open && isReacting}
        anchor={at}
        label={words.entries.react}
        quick={quickReactions}
        onClose={() => onClose('react')}
        returnTo={() => message() ?? false}
        onPick={(emoji) => {
          onClose('react');
          const has = row.message.reactions?.some((one) => one.emoji === emoji && one.by.includes(reader.me)) ?? false;
          can.onReact?.(row.message, emoji, !has);
        }}
      />
    </>
  );
}
