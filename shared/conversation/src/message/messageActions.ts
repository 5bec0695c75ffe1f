// The actions on messages, and the rules for which message offers which.
import { isSealedMessage, type MessageRow } from '@amber/client/rows';
import { hostSound } from '@amber/client/sound';
import { deliveryOf, protectionOf } from '@amber/client/messageState';
import type { Quote } from '@amber/proto/bodies';
import { shownText } from '../kit/currentText.ts';
import { hasLocalVoice } from '../speech/hasLocalVoice.ts';
import { kindEntriesOf, type KindEntry } from './messageKinds.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';

/** The callbacks of the actions. An absent one is not offered. */
export interface MessageActions {
  onRetry(id: string): void;
  onDiscard(id: string): void;
  onCopy(text: string): void;
  /** Pass both to the composer as `composing`. */
  onReply?: ((message: MessageRow, quote: Quote) => void) | undefined;
  /** Lets the user choose a part of the text to reply to. */
  onQuotePart?: ((message: MessageRow) => void) | undefined;
  /** `on` is false when the user removes their reaction. */
  onReact?: ((message: MessageRow, emoji: string, on: boolean) => void) | undefined;
  /** One message, or several in the order of the conversation. */
  onForward?: ((messages: readonly MessageRow[]) => void) | undefined;
  /** For the user's own message: pass it to the composer as `composing`. */
  onEdit?: ((message: MessageRow) => void) | undefined;
  /** Shows the earlier versions of an edited message. */
  onShowEdits?: ((message: MessageRow) => void) | undefined;
  onWithdraw?: ((message: MessageRow) => void) | undefined;
  /** Undoes a withdrawal that was not sent yet. */
  onUndoWithdrawal?: ((message: MessageRow) => void) | undefined;
  /** Deletes messages from this device; unsent ones are passed to `onDiscard`. */
  onDelete?: ((messages: readonly MessageRow[]) => void) | undefined;
  /** Copies a link to the message. */
  onLink?: ((message: MessageRow) => void) | undefined;
  /** Passes the text of a withdrawn message to the composer: `composer.setText(text)`. */
  onEditAgain?: ((text: string) => void) | undefined;
  /** For a message that waits for consent because it cannot be encrypted for every device. */
  onSendUnencrypted?: ((id: string) => void) | undefined;
  /** For a message that could not be decrypted here: requests a resend. */
  onAskAgain?: ((id: string) => void) | undefined;
  /** Opens the security dialog of the conversation. */
  onSecurity?: (() => void) | undefined;
  /** Saves its file through the browser's downloads. */
  onSaveFile?: ((message: MessageRow) => void) | undefined;
  /** Adds the message to the favourites. */
  onFavorite?: ((message: MessageRow) => void) | undefined;
  /** Stores a text of the user in the memory of the bot of this chat. */
  onRemember?: ((message: MessageRow) => void) | undefined;
  /** Asks the question of this answer again. */
  onRegenerate?: ((message: MessageRow) => void) | undefined;
  /** Reads the message aloud. */
  onReadAloud?: ((message: MessageRow) => void) | undefined;
  onOpenPerson?: ((identifier: string) => void) | undefined;
}

export type MenuEntry =
  | KindEntry
  | 'retry'
  | 'quotePart'
  | 'react'
  | 'reactions'
  | 'edits'
  | 'link'
  | 'forwardAlbum'
  | 'select'
  | 'withdraw'
  | 'withdrawAlbum'
  | 'delete';

/** Whether this message is read aloud now, or paused. */
function isRead({ message }: TimelineRow): boolean {
  const track = hostSound()?.speech?.state$.value.track;
  return track?.id !== undefined && track.id === message.id;
}

/** A sealed message is read by a voice of this device or not at all. */
const canRead = ({ message }: TimelineRow): boolean => !isSealedMessage(message) || hasLocalVoice();

/** Returns the messages of its album that were sent; none for any other message. */
export const sentAlbumOf = ({ album = [] }: TimelineRow): MessageRow[] =>
  album.flatMap(({ message }) => (deliveryOf(message) === 'sent' ? message : []));

/** A message whose sending device waits for consent is not passed on; a note below it says what it waits for. */
const canForward = (messages: readonly MessageRow[]): boolean => messages.every(({ untrusted }) => !untrusted);

interface EntryContext {
  row: TimelineRow;
  actions: MessageActions;
  isOwner: boolean;
  isSent: boolean;
  hasFailed: boolean;
  /** Whether its kind supports the entry; false if the message is unreadable. */
  supports(entry: KindEntry): boolean;
}

// In the order of the menu.
const isAvailable = {
  retry: ({ hasFailed }) => hasFailed,
  reply: ({ actions, isSent, supports }) => Boolean(actions.onReply) && isSent && supports('reply'),
  // A field, in which the part is chosen, would change line breaks of another form.
  quotePart: ({ actions, row, isSent }) =>
    Boolean(actions.onQuotePart) && isSent && /^[^\r]{2,}$/.test(shownText(row.message)),
  react: ({ actions, isSent }) => Boolean(actions.onReact) && isSent,
  reactions: ({ row }) => (row.message.reactions?.length ?? 0) > 0,
  edits: ({ actions, row }) => Boolean(actions.onShowEdits && row.message.edited),
  copy: ({ supports }) => supports('copy'),
  readAloud: ({ actions, row, isSent, supports }) =>
    Boolean(actions.onReadAloud) && isSent && supports('readAloud') && !isRead(row) && canRead(row),
  stopReading: ({ row, supports }) => supports('stopReading') && isRead(row),
  saveFile: ({ actions, supports }) => Boolean(actions.onSaveFile) && supports('saveFile'),
  link: ({ actions, isSent }) => Boolean(actions.onLink) && isSent,
  favorite: ({ actions, isSent, supports }) => Boolean(actions.onFavorite) && isSent && supports('favorite'),
  forward: ({ actions, row, isSent, supports }) =>
    Boolean(actions.onForward) && isSent && supports('forward') && canForward([row.message]),
  forwardAlbum: ({ actions, row, isSent }) =>
    Boolean(actions.onForward) && isSent && sentAlbumOf(row).length > 1 && canForward(sentAlbumOf(row)),
  edit: ({ actions, row, isSent, supports }) => Boolean(actions.onEdit) && row.mine && isSent && supports('edit'),
  remember: ({ actions, row, isSent, supports }) =>
    Boolean(actions.onRemember) && row.mine && isSent && supports('remember'),
  regenerate: ({ actions, isSent, supports }) => Boolean(actions.onRegenerate) && isSent && supports('regenerate'),
  select: ({ isSent }) => isSent,
  withdraw: ({ actions, row, isOwner, isSent }) => Boolean(actions.onWithdraw) && isSent && (row.mine || isOwner),
  withdrawAlbum: ({ actions, row, isOwner, isSent }) =>
    Boolean(actions.onWithdraw) && isSent && (row.mine || isOwner) && sentAlbumOf(row).length > 1,
  delete: ({ actions, isSent, hasFailed }) => hasFailed || (Boolean(actions.onDelete) && isSent),
} satisfies Record<MenuEntry, (context: EntryContext) => boolean>;

/** Returns the menu entries of a message, in the order of the menu. System lines have none. */
export function entriesFor(row: TimelineRow, actions: MessageActions, isOwner = false): MenuEntry[] {
  if (row.isSystemLine) return [];
  const delivery = deliveryOf(row.message);
  const isReadable = protectionOf(row.message, row.mine) !== 'unreadable';
  const kindEntries = isReadable ? kindEntriesOf(row.message) : [];
  const context: EntryContext = {
    row,
    actions,
    isOwner,
    isSent: delivery === 'sent' && isReadable,
    hasFailed: delivery === 'failed',
    supports: (entry) => kindEntries.includes(entry),
  };
  return (Object.keys(isAvailable) as MenuEntry[]).filter((entry) => isAvailable[entry](context));
}
