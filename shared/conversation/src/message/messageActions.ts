// What a reader can do with messages, and which of it applies to which message.
import { type MessageRow, statusOf } from '@amber/client/db';
import { entriesOf, type KindEntry } from './messageKinds.ts';
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

export type Entry = KindEntry | 'retry' | 'react' | 'link' | 'select' | 'withdraw' | 'delete';

interface Case {
  row: TimelineRow;
  can: MessageActions;
  isOwner: boolean;
  sent: boolean;
  failed: boolean;
  /** What its kind offers, as far as it could be read. */
  offers(entry: KindEntry): boolean;
}

// In the order of the menu.
const applies = {
  retry: ({ failed }) => failed,
  reply: ({ can, sent, offers }) => Boolean(can.onReply) && sent && offers('reply'),
  react: ({ can, sent }) => Boolean(can.onReact) && sent,
  copy: ({ offers }) => offers('copy'),
  saveFile: ({ can, offers }) => Boolean(can.onSaveFile) && offers('saveFile'),
  link: ({ can, sent }) => Boolean(can.onLink) && sent,
  favorite: ({ can, sent, offers }) => Boolean(can.onFavorite) && sent && offers('favorite'),
  forward: ({ can, sent, offers }) => Boolean(can.onForward) && sent && offers('forward'),
  edit: ({ can, row, sent, offers }) => Boolean(can.onEdit) && row.mine && sent && offers('edit'),
  remember: ({ can, row, sent, offers }) => Boolean(can.onRemember) && row.mine && sent && offers('remember'),
  regenerate: ({ can, sent, offers }) => Boolean(can.onRegenerate) && sent && offers('regenerate'),
  select: ({ sent }) => sent,
  withdraw: ({ can, row, isOwner, sent }) => Boolean(can.onWithdraw) && sent && (row.mine || isOwner),
  delete: ({ can, sent, failed }) => failed || (Boolean(can.onDelete) && sent),
} satisfies Record<Entry, (it: Case) => boolean>;

/** What can be done with this message, in the order of its menu. Lines that the app wrote have nothing. */
export function entriesFor(row: TimelineRow, can: MessageActions, isOwner = false): Entry[] {
  if (row.isLine) return [];
  const status = statusOf(row.message);
  const unreadable = row.message.unreadable !== undefined || (row.message.copy === 'none' && !row.mine);
  const offered = unreadable ? [] : entriesOf(row.message);
  const it: Case = {
    row,
    can,
    isOwner,
    sent: status === 'sent' && row.message.seq > 0 && !unreadable,
    failed: status === 'error',
    offers: (entry) => offered.includes(entry),
  };
  return (Object.keys(applies) as Entry[]).filter((entry) => applies[entry](it));
}
