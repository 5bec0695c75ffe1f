// What the pointer and the keyboard do on one message.
import type { Anchor } from '@amber/ui/ContextMenu';
import type { KeyboardEvent } from 'react';
import { entryOfKey } from './entryKeys.ts';
import { entriesFor, type MenuEntry, type MessageActions } from './messageActions.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { useMessageGestures } from './useMessageGestures.ts';

/** The callbacks from a message to its timeline. The object must be stable. */
export interface ItemEvents {
  onFocus(id: string): void;
  onMenu(row: TimelineRow, anchor: Anchor): void;
  onEntry(row: TimelineRow, entry: MenuEntry, anchor: Anchor): void;
  /** Toggles the selection of the message. */
  onSelect(id: string): void;
}

interface ArticleOptions {
  row: TimelineRow;
  actions: MessageActions;
  isOwner: boolean;
  isSelecting: boolean;
  events: ItemEvents;
}

/** Returns the event handlers of the message's article. */
export function useArticleHandlers({ row, actions, isOwner, isSelecting, events }: ArticleOptions) {
  const { id } = row.message;
  /** On a reaction, the gestures that open the menu show who has reacted. */
  const openMenu = (anchor: Anchor, target?: Element) => {
    if (row.isSystemLine || isSelecting) return;
    if (target?.closest('[data-reactions]')) events.onEntry(row, 'reactions', anchor);
    else events.onMenu(row, anchor);
  };
  const replyBySwipe = (anchor: Anchor) =>
    entriesFor(row, actions, isOwner).includes('reply') && events.onEntry(row, 'reply', anchor);
  const gestureHandlers = useMessageGestures(openMenu, actions.onReply && !isSelecting ? replyBySwipe : undefined);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isSelecting) {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      events.onSelect(id);
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      openMenu(event.currentTarget);
      return;
    }
    const entry = entryOfKey(event.key);
    if (!entry || !entriesFor(row, actions, isOwner).includes(entry)) return;
    event.preventDefault();
    events.onEntry(row, entry, event.currentTarget);
  };
  return { ...gestureHandlers, onKeyDown, onClick: isSelecting ? () => events.onSelect(id) : undefined };
}
