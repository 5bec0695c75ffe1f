// What a call costs its account, beyond being one call. The limits are per minute, see `callsPerMinutePerAccount`.
import type { Calls } from '@amber/proto';
import { limits } from '@amber/proto/limits';

/** How many calls an answer of this many bytes counts as, in addition. */
export const answerCost = (bytes: number): number => Math.floor(bytes / limits.bytesPerExtraCall);

/**
 * How many calls a request of this many bytes counts as, in addition. By its bytes alone, so that it is known before the
 * request is read: a sync consists of cursors, which cost more than other bytes do.
 */
export const requestCost = (call: keyof Calls, bytes: number): number =>
  Math.floor(bytes / (call === 'message.sync' ? limits.cursorBytesPerExtraCall : limits.bytesPerExtraCall));
