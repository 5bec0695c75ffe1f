// Contact requests and their current state.
import type { ContactApply } from '@amber/proto';
import { limits } from '@amber/proto/limits';

/** Returns the status of a request: one that was not answered in time is expired, whatever status is stored. */
export const effectiveApplyStatus = (
  { status, applyTime }: Pick<ContactApply, 'status' | 'applyTime'>,
  now: number,
): ContactApply['status'] => (status === 'applying' && applyTime <= now - limits.applyTtl ? 'expired' : status);

/** Returns how many requests wait for this account's answer. */
export const countPendingApplies = (applies: readonly ContactApply[], me: string, now: number): number =>
  applies.filter((apply) => apply.toIdentifier === me && effectiveApplyStatus(apply, now) === 'applying').length;
