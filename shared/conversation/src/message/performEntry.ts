// Performs the action of a menu entry.
import { hostSound } from '@amber/client/sound';
import { deliveryOf } from '@amber/client/messageState';
import type { Anchor } from '@amber/ui/ContextMenu';
import { type MenuEntry, type MessageActions, sentAlbumOf } from './messageActions.ts';
import { messageText } from './messageKinds.ts';
import { quoteOf } from './quoteOf.ts';
import { selectedPart } from './selectedPart.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** The actions that the timeline performs itself. */
export interface LocalActions {
  /** Opens the emoji popover at the anchor. */
  react(row: TimelineRow, anchor: Anchor): void;
  /** Shows who has reacted with what. */
  showReactions(row: TimelineRow, anchor: Anchor): void;
  /** Starts selection mode with this message selected. */
  select(id: string): void;
}

interface EntryContext {
  row: TimelineRow;
  actions: MessageActions;
  local: LocalActions;
  anchor: Anchor;
}

const handlers: Record<MenuEntry, (context: EntryContext) => void> = {
  retry: ({ row, actions }) => actions.onRetry(row.message.id),
  reply: ({ row, actions }) => actions.onReply?.(row.message, quoteOf(row.message, selectedPart(row.message))),
  quotePart: ({ row, actions }) => actions.onQuotePart?.(row.message),
  react: ({ row, local, anchor }) => local.react(row, anchor),
  reactions: ({ row, local, anchor }) => local.showReactions(row, anchor),
  edits: ({ row, actions }) => actions.onShowEdits?.(row.message),
  copy: ({ row, actions }) => actions.onCopy(messageText(row.message)),
  readAloud: ({ row, actions }) => actions.onReadAloud?.(row.message),
  stopReading: () => hostSound()?.speech?.stop(),
  saveFile: ({ row, actions }) => actions.onSaveFile?.(row.message),
  link: ({ row, actions }) => actions.onLink?.(row.message),
  favorite: ({ row, actions }) => actions.onFavorite?.(row.message),
  forward: ({ row, actions }) => actions.onForward?.([row.message]),
  forwardAlbum: ({ row, actions }) => actions.onForward?.(sentAlbumOf(row)),
  edit: ({ row, actions }) => actions.onEdit?.(row.message),
  remember: ({ row, actions }) => actions.onRemember?.(row.message),
  regenerate: ({ row, actions }) => actions.onRegenerate?.(row.message),
  select: ({ row, local }) => local.select(row.message.id),
  withdraw: ({ row, actions }) => actions.onWithdraw?.(row.message),
  withdrawAlbum: ({ row, actions }) => sentAlbumOf(row).forEach((message) => actions.onWithdraw?.(message)),
  delete: ({ row, actions }) =>
    deliveryOf(row.message) === 'failed' ? actions.onDiscard(row.message.id) : actions.onDelete?.([row.message]),
};

/** Performs a menu entry. A further popup opens at `context.anchor`. */
export const performEntry = (entry: MenuEntry, context: EntryContext): void => handlers[entry](context);
