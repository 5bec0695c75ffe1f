// Contact requests and their current state.
import type { ContactApply } from '@amber/proto';
import { limits } from '@amber/proto/limits';

/** Returns the status of a request: one that was not answered in time is expired, whatever status is stored. */
export const effectiveRequestStatus = (
  { status, applyTime }: Pick<ContactApply, 'status' | 'applyTime'>,
  now: number,
): ContactApply['status'] => (status === 'applying' && applyTime <= now - limits.applyTtl ? 'expired' : status);

/** Returns how many requests wait for this account's answer. */
export const countPendingRequests = (applies: readonly ContactApply[], me: string, now: number): number =>
  applies.filter((apply) => apply.toIdentifier === me && effectiveRequestStatus(apply, now) === 'applying').length;
