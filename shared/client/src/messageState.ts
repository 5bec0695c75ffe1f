// The delivery and the protection of a message, derived from the stored fields of its row.
import type { MessageRow } from './db.ts';

/**
 * How far a message has come. `queued`: it waits to be sent. `uploading`: its file is prepared or uploaded first.
 * `failed`: it was not sent, and can be retried.
 */
export type Delivery = 'queued' | 'uploading' | 'sent' | 'delivered' | 'read' | 'failed';

/** The positions up to which the other person of a private chat has received and read; 0 if they are not reported. */
export interface PeerPositions {
  deliveredSeq?: number | undefined;
  readSeq?: number | undefined;
}

/** Returns the delivery state of a message. One without a position has not been stored by the gateway. */
export function deliveryOf(
  { error, pending, loading, seq }: Pick<MessageRow, 'error' | 'pending' | 'loading' | 'seq'>,
  { deliveredSeq = 0, readSeq = 0 }: PeerPositions = {},
): Delivery {
  if (error) return 'failed';
  if (pending) return 'uploading';
  if (loading || seq === 0) return 'queued';
  if (seq <= readSeq) return 'read';
  return seq <= deliveredSeq ? 'delivered' : 'sent';
}

/**
 * How a message is protected. `partly`: some devices got a plaintext copy. `unreadable`: its copy could not be
 * decrypted here. `missing`: there is no copy for this device, or it is not decrypted yet. `notAccepted`: the device
 * that sent it waits for consent.
 */
export type MessageProtection = 'encrypted' | 'partly' | 'notEncrypted' | 'unreadable' | 'missing' | 'notAccepted';

/**
 * Returns the protection of a message. `mine` is whether this account wrote it: what was written here stays readable
 * without a copy for this device.
 */
export function protectionOf(
  { content, copy, unreadable, untrusted, aside, plainCopies = [] }: MessageRow,
  mine: boolean,
): MessageProtection {
  if (unreadable === 'sent_before_this_device' || (copy === 'queued' && !content.message)) return 'missing';
  if (unreadable || (copy === 'none' && !(mine && content.message))) return 'unreadable';
  if (plainCopies.length > 0) return 'partly';
  if (untrusted) return 'notAccepted';
  return aside || !content.encrypted ? 'notEncrypted' : 'encrypted';
}
