// The state of the popup that is open on a message.
import type { Anchor } from '@amber/ui/ContextMenu';
import { directionSign } from '@amber/ui/direction';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { useState } from 'react';
import { entriesFor, type MenuEntry, type MessageActions } from './messageActions.ts';
import type { OpenPopup } from './MessagePopups.tsx';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';

/** The popups; their code is loaded when the first one opens. */
export const LazyMessagePopups = loadOnOpen(
  async () => (await import(/* webpackChunkName: "messageParts" */ './MessagePopups.tsx')).MessagePopups,
);

/** Its code is loaded with the first action, or with the menu. */
const loadPerformEntry = () => import(/* webpackChunkName: "messageParts" */ './performEntry.ts');

// The anchor is stored as a point, because its element may unmount when the pointer leaves.
function pointOf(anchor: Anchor, kind: OpenPopup['kind']): OpenPopup['at'] {
  if (!(anchor instanceof Element)) return anchor;
  const { left, right, top, bottom, width } = anchor.getBoundingClientRect();
  return kind === 'menu'
    ? { x: directionSign() === 1 ? left : right, y: Math.min(bottom, innerHeight - 8) }
    : { x: left + width / 2, y: Math.max(top, 8) };
}

interface MessagePopupsPorts {
  rows: readonly TimelineRow[];
  actions: MessageActions;
  isOwner: boolean;
  onSelect(id: string): void;
}

/** Returns the popup and stable functions to open and close it; `popup` is null until the first one opens. */
export function useMessagePopups({ rows, actions, isOwner, onSelect }: MessagePopupsPorts) {
  const [shown, setShown] = useState<OpenPopup | null>(null);
  const open = (kind: OpenPopup['kind'], row: TimelineRow, anchor: Anchor) =>
    setShown({ kind, row, at: pointOf(anchor, kind), open: true });
  const openMenu = useStableCallback((row: TimelineRow, anchor: Anchor) => {
    if (entriesFor(row, actions, isOwner).length > 0) open('menu', row, anchor);
  });
  const perform = useStableCallback((row: TimelineRow, entry: MenuEntry, anchor: Anchor) => {
    const context = {
      row,
      actions,
      anchor,
      local: {
        select: onSelect,
        react: (one: TimelineRow, place: Anchor) => open('react', one, place),
        showReactions: (one: TimelineRow, place: Anchor) => open('reactions', one, place),
      },
    };
    void loadPerformEntry().then(({ performEntry }) => performEntry(entry, context));
  });
  const openPicker = (row: TimelineRow, anchor: Anchor) => open('pick', row, anchor);
  // The menu reports its closing even after its entry has opened the other popup, so only a popup of that kind is
  // closed. Without a kind, either is.
  const close = (kind?: OpenPopup['kind']) =>
    setShown((now) => (now && (kind ?? now.kind) === now.kind ? { ...now, open: false } : now));
  // The row may have changed since the popup was opened.
  const popup = shown && {
    ...shown,
    row: rows.find(({ message }) => message.id === shown.row.message.id) ?? shown.row,
  };
  return { popup, openMenu, openPicker, perform, close };
}
