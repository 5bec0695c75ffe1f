// Contact requests and their current state.
import type { ContactApply } from '@amber/proto';
import { limits } from '@amber/proto/limits';

/** A request that was not answered in time is expired, whatever status it arrived with. */
export const effectiveApplyStatus = (
  { status, applyTime }: Pick<ContactApply, 'status' | 'applyTime'>,
  now: number,
): ContactApply['status'] => (status === 'applying' && applyTime <= now - limits.applyTtl ? 'expired' : status);

/** How many wait for my answer. */
export const countPendingApplies = (applies: readonly ContactApply[], me: string, now: number): number =>
  applies.filter((apply) => apply.toIdentifier === me && effectiveApplyStatus(apply, now) === 'applying').length;
