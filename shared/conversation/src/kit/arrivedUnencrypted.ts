// Whether a message is marked as unencrypted in an encrypted chat.
import type { MessageRow } from '@amber/client/rows';
import { protectionOf } from '@amber/client/messageState';

/** A message that was written here before encryption was turned on is not marked: its author knows. */
export const arrivedUnencrypted = (message: MessageRow, mine: boolean): boolean =>
  protectionOf(message, mine) === 'notEncrypted' && (!mine || message.aside === 1);
