// Does what an entry of a message's menu says.
import type { Anchor } from '@amber/ui/ContextMenu';
import type { Entry, MessageActions } from './messageActions.ts';
import { shownLine } from './messageKinds.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** What the timeline does itself. */
export interface OwnActs {
  /** Offers emoji at this place. */
  react(row: TimelineRow, anchor: Anchor): void;
  /** Begins to choose several messages, with this one. */
  select(id: string): void;
}

interface Case {
  row: TimelineRow;
  can: MessageActions;
  own: OwnActs;
  anchor: Anchor;
}

const acts: Record<Entry, (it: Case) => void> = {
  retry: ({ row, can }) => can.onRetry(row.message.id),
  reply: ({ row, can }) => can.onReply?.(row.message),
  react: ({ row, own, anchor }) => own.react(row, anchor),
  copy: ({ row, can }) => can.onCopy(shownLine(row.message)),
  saveFile: ({ row, can }) => can.onSaveFile?.(row.message),
  link: ({ row, can }) => can.onLink?.(row.message),
  favorite: ({ row, can }) => can.onFavorite?.(row.message),
  forward: ({ row, can }) => can.onForward?.([row.message]),
  edit: ({ row, can }) => can.onEdit?.(row.message),
  remember: ({ row, can }) => can.onRemember?.(row.message),
  regenerate: ({ row, can }) => can.onRegenerate?.(row.message),
  select: ({ row, own }) => own.select(row.message.id),
  withdraw: ({ row, can }) => can.onWithdraw?.(row.message),
  delete: ({ row, can }) => (row.message.error ? can.onDiscard(row.message.id) : can.onDelete?.([row.message])),
};

/** `anchor` is where a further window opens. */
export const performEntry = (entry: Entry, it: Case): void => acts[entry](it);
