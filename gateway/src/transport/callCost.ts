// The additional cost of a call to its account. The limits are per minute, see `callsPerMinutePerAccount`.
import type { Calls } from '@amber/proto';
import { limits } from '@amber/proto/limits';

/** The number of additional calls that a response of this many bytes counts as. */
export const answerCost = (bytes: number): number => Math.floor(bytes / limits.bytesPerExtraCall);

/**
 * The number of additional calls that a request of this many bytes counts as. It depends on the size alone, so that it
 * is known before the request is read. A sync consists of cursors, which cost more than other bytes do.
 */
export const requestCost = (call: keyof Calls, bytes: number): number =>
  Math.floor(bytes / (call === 'message.sync' ? limits.cursorBytesPerExtraCall : limits.bytesPerExtraCall));
