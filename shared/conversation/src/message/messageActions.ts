// What a reader can do with messages, and which of it applies to which message.
import { type MessageRow, statusOf } from '@amber/client/db';
import { kindEntriesOf, type KindEntry } from './messageKinds.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** What is absent is not offered. */
export interface MessageActions {
  onRetry(id: string): void;
  onDiscard(id: string): void;
  onCopy(text: string): void;
  onReply?: ((message: MessageRow) => void) | undefined;
  /** `on` is false when my reaction goes away. */
  onReact?: ((message: MessageRow, emoji: string, on: boolean) => void) | undefined;
  /** One message, or several in the order of the conversation. */
  onForward?: ((messages: readonly MessageRow[]) => void) | undefined;
  /** Of mine: hand it to the composer as `composing`. */
  onEdit?: ((message: MessageRow) => void) | undefined;
  onWithdraw?: ((message: MessageRow) => void) | undefined;
  /** From this device; what was not sent goes to `onDiscard`. */
  onDelete?: ((messages: readonly MessageRow[]) => void) | undefined;
  /** Copies the address of the message. */
  onLink?: ((message: MessageRow) => void) | undefined;
  /** The text of a message that I withdrew, for the composer: `composer.write(text)`. */
  onEditAgain?: ((text: string) => void) | undefined;
  /** Of a message that waits for me because it cannot be encrypted for every device. */
  onSendUnencrypted?: ((id: string) => void) | undefined;
  /** Of a message that could not be opened here. */
  onAskAgain?: ((id: string) => void) | undefined;
  /** Shows how the conversation is protected. */
  onSecurity?: (() => void) | undefined;
  /** Hands its file to the browser's downloads. */
  onSaveFile?: ((message: MessageRow) => void) | undefined;
  /** Marks it to be found again. */
  onFavorite?: ((message: MessageRow) => void) | undefined;
  /** Keeps a text of mine in the memory of the bot that I talk with. */
  onRemember?: ((message: MessageRow) => void) | undefined;
  /** Asks the question of this answer again. */
  onRegenerate?: ((message: MessageRow) => void) | undefined;
  onOpenPerson?: ((identifier: string) => void) | undefined;
}

export type MenuEntry = KindEntry | 'retry' | 'react' | 'link' | 'select' | 'withdraw' | 'delete';

interface EntryContext {
  row: TimelineRow;
  actions: MessageActions;
  isOwner: boolean;
  isSent: boolean;
  hasFailed: boolean;
  /** What its kind offers, as far as it could be read. */
  supports(entry: KindEntry): boolean;
}

// In the order of the menu.
const isAvailable = {
  retry: ({ hasFailed }) => hasFailed,
  reply: ({ actions, isSent, supports }) => Boolean(actions.onReply) && isSent && supports('reply'),
  react: ({ actions, isSent }) => Boolean(actions.onReact) && isSent,
  copy: ({ supports }) => supports('copy'),
  saveFile: ({ actions, supports }) => Boolean(actions.onSaveFile) && supports('saveFile'),
  link: ({ actions, isSent }) => Boolean(actions.onLink) && isSent,
  favorite: ({ actions, isSent, supports }) => Boolean(actions.onFavorite) && isSent && supports('favorite'),
  forward: ({ actions, isSent, supports }) => Boolean(actions.onForward) && isSent && supports('forward'),
  edit: ({ actions, row, isSent, supports }) => Boolean(actions.onEdit) && row.mine && isSent && supports('edit'),
  remember: ({ actions, row, isSent, supports }) =>
    Boolean(actions.onRemember) && row.mine && isSent && supports('remember'),
  regenerate: ({ actions, isSent, supports }) => Boolean(actions.onRegenerate) && isSent && supports('regenerate'),
  select: ({ isSent }) => isSent,
  withdraw: ({ actions, row, isOwner, isSent }) => Boolean(actions.onWithdraw) && isSent && (row.mine || isOwner),
  delete: ({ actions, isSent, hasFailed }) => hasFailed || (Boolean(actions.onDelete) && isSent),
} satisfies Record<MenuEntry, (context: EntryContext) => boolean>;

/** What can be done with this message, in the order of its menu. Lines that the app wrote have nothing. */
export function entriesFor(row: TimelineRow, actions: MessageActions, isOwner = false): MenuEntry[] {
  if (row.isSystemLine) return [];
  const status = statusOf(row.message);
  const unreadable = row.message.unreadable !== undefined || (row.message.copy === 'none' && !row.mine);
  const kindEntries = unreadable ? [] : kindEntriesOf(row.message);
  const context: EntryContext = {
    row,
    actions,
    isOwner,
    isSent: status === 'sent' && row.message.seq > 0 && !unreadable,
    hasFailed: status === 'error',
    supports: (entry) => kindEntries.includes(entry),
  };
  return (Object.keys(isAvailable) as MenuEntry[]).filter((entry) => isAvailable[entry](context));
}
