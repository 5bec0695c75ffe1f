// Whether a command of the outbox waits because it can still be undone.
import type { OutboxRow } from '@amber/client/db';
import { limits } from '@amber/proto/limits';

/** Whether a row must not be sent yet. A clock that was set back does not hold it for longer. */
export const isHeld = ({ holdUntil = 0 }: OutboxRow, now: number): boolean =>
  now < holdUntil && holdUntil <= now + limits.undoWithdrawalFor;
