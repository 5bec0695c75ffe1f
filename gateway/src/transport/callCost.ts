// What a call costs its account, beyond being one call. The limits are per minute, see `callsPerMinutePerAccount`.
import { limits } from '@amber/proto/limits';

/** How many calls a request or an answer of this many bytes counts as, in addition. */
export const bytesCost = (bytes: number): number => Math.floor(bytes / limits.bytesPerExtraCall);

/** How many calls this request counts as, in addition to its bytes: each cursor is looked up. */
export const cursorsCost = (request: object): number =>
  'cursors' in request && Array.isArray(request.cursors)
    ? Math.floor(request.cursors.length / limits.cursorsPerExtraCall)
    : 0;
