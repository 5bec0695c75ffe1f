// The windows that open on a message: its menu, and the emoji to react with. One of each serves them all.
import type { Anchor } from '@amber/ui/ContextMenu';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { EmojiWindow } from './emoji/EmojiWindow.ts';
import { formatTime } from './format.ts';
import { entriesFor, type Entry, type MessageActions } from './messageActions.ts';
import { MessageMenu } from './MessageMenu.tsx';
import { performEntry } from './performEntry.ts';
import type { Reader } from './reader.ts';
import { strings } from './strings.ts';
import type { TimelineRow } from './timelineRows.ts';
import { useStable } from './useStable.ts';

interface Point { x: number; y: number }
/** It stays when it closes, so that what fades out keeps its place. */
interface Opened { kind: 'menu' | 'react'; row: TimelineRow; at: Point; open: boolean }

const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'];
/** These leave the focus elsewhere. */
const movesOn: readonly Entry[] = ['reply', 'edit', 'react', 'forward'];

// What it belongs to may go with the pointer; its place stays.
function pointOf(anchor: Anchor, kind: Opened['kind']): Point {
  if (!(anchor instanceof Element)) return anchor;
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  return kind === 'menu' ? { x: left, y: Math.min(bottom, innerHeight - 8) } : { x: left + width / 2, y: Math.max(top, 8) };
}

interface WindowPorts {
  rows: readonly TimelineRow[];
  reader: Reader;
  can: MessageActions;
  isOwner: boolean;
  log: RefObject<HTMLElement | null>;
  onSelect(id: string): void;
}

/** The windows as they are `shown`, and the stable functions that open them and do what they offer. */
export function useMessageWindows(ports: WindowPorts): {
  shown: ReactNode;
  openMenu(row: TimelineRow, anchor: Anchor): void;
  perform(row: TimelineRow, entry: Entry, anchor: Anchor): void;
} {
  const [opened, setOpened] = useState<Opened | null>(null);
  // The menu's last entry has given the focus to something else.
  const hasMoved = useRef(false);

  const { rows, reader, can, isOwner, log } = ports;

  const open = (kind: Opened['kind'], row: TimelineRow, anchor: Anchor) => setOpened({ kind, row, at: pointOf(anchor, kind), open: true });
  const openMenu = useStable((row: TimelineRow, anchor: Anchor) => {
    if (entriesFor(row, can, isOwner).length === 0) return;
    hasMoved.current = false;
    open('menu', row, anchor);
  });
  const perform = useStable((row: TimelineRow, entry: Entry, anchor: Anchor) =>
    performEntry(entry, { row, can, anchor, own: { select: ports.onSelect, react: (one, place) => open('react', one, place) } }));

  // The menu says that it closes also after its entry has opened the other window.
  const close = () => setOpened((now) => (now?.kind === opened?.kind && now ? { ...now, open: false } : now));
  if (!opened) return { shown: null, openMenu, perform };

  const { row, at, kind } = opened;
  // It may have changed since it was opened.
  const current = rows.find(({ message }) => message.id === row.message.id) ?? row;
  const message = () => log.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(row.message.id)}"]`) ?? false;
  const isReacting = kind === 'react';
  const shown = (
    <>
      <MessageMenu
        open={opened.open && !isReacting} anchor={at} name={strings.article(reader.authorOf(current).name, formatTime(current.at))}
        entries={entriesFor(current, can, isOwner)} onClose={close} returnTo={() => !hasMoved.current && message()}
        onEntry={(entry) => {
          close();
          hasMoved.current = movesOn.includes(entry);
          perform(current, entry, at);
        }}
      />
      <EmojiWindow
        open={opened.open && isReacting} anchor={at} label={strings.entries.react} quick={quickReactions} onClose={close} returnTo={message}
        onPick={(emoji) => {
          close();
          const has = current.message.reactions?.some((one) => one.emoji === emoji && one.by.includes(reader.me)) ?? false;
          can.onReact?.(current.message, emoji, !has);
        }}
      />
    </>
  );
  return { shown, openMenu, perform };
}
