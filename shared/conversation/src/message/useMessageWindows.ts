// Which window is open on which message.
import type { Anchor } from '@amber/ui/ContextMenu';
import { onward } from '@amber/ui/direction';
import { onDemand } from '@amber/ui/onDemand';
import { useState } from 'react';
import { entriesFor, type Entry, type MessageActions } from './messageActions.ts';
import type { MessageWindowsProps, OpenedWindow } from './MessageWindows.tsx';
import { performEntry } from './performEntry.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStable } from '../kit/useStable.ts';

/** Their code comes when the first one opens. */
export const MessageWindows = onDemand<MessageWindowsProps>(
  async () => (await import(/* webpackChunkName: "messageParts" */ './MessageWindows.tsx')).MessageWindows,
  ({ opened, onClose }) => onClose(opened.kind),
);

// What it belongs to may go with the pointer; its place stays.
function pointOf(anchor: Anchor, kind: OpenedWindow['kind']): OpenedWindow['at'] {
  if (!(anchor instanceof Element)) return anchor;
  const { left, right, top, bottom, width } = anchor.getBoundingClientRect();
  return kind === 'menu'
    ? { x: onward() === 1 ? left : right, y: Math.min(bottom, innerHeight - 8) }
    : { x: left + width / 2, y: Math.max(top, 8) };
}

interface WindowPorts {
  rows: readonly TimelineRow[];
  can: MessageActions;
  isOwner: boolean;
  onSelect(id: string): void;
}

/** `opened` is null until the first one opens; the functions stay the same. */
export function useMessageWindows({ rows, can, isOwner, onSelect }: WindowPorts) {
  const [shown, setShown] = useState<OpenedWindow | null>(null);
  const open = (kind: OpenedWindow['kind'], row: TimelineRow, anchor: Anchor) =>
    setShown({ kind, row, at: pointOf(anchor, kind), open: true });
  const openMenu = useStable((row: TimelineRow, anchor: Anchor) => {
    if (entriesFor(row, can, isOwner).length > 0) open('menu', row, anchor);
  });
  const perform = useStable((row: TimelineRow, entry: Entry, anchor: Anchor) =>
    performEntry(entry, {
      row,
      can,
      anchor,
      own: { select: onSelect, react: (one, place) => open('react', one, place) },
    }),
  );
  // The menu says that it closes also after its entry has opened the other window.
  const close = (kind: OpenedWindow['kind']) => setShown((now) => (now?.kind === kind ? { ...now, open: false } : now));
  // It may have changed since it was opened.
  const opened = shown && {
    ...shown,
    row: rows.find(({ message }) => message.id === shown.row.message.id) ?? shown.row,
  };
  return { opened, openMenu, perform, close };
}
