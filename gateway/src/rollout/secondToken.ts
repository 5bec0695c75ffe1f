// The rule of two: a release that one deploy token publishes needs another one's approval before many people get it.
import { Fault } from '@amber/proto/faults';
import { seedPlacementOf } from '@amber/proto/seedPlacements';
import type { Limits } from '@amber/proto/limits';
import type { Transaction } from '../db/store.ts';

/** The actor that changes the rollout: an operator, who needs no approval, or the holder of a deploy token. */
export interface RolloutActor {
  /** An identifier, or the token's name. */
  name: string;
  isOperator: boolean;
}

/** Whether the remote needs a second token: as an operator has set it; else the features that come with the host do. */
export const requiresSecond = (remote: string, setting: boolean | null): boolean =>
  setting ?? seedPlacementOf(remote) !== null;

interface Step {
  remote: string;
  version: string;
  share: number;
}

/** @throws Fault NEEDS_SECOND when the share is larger and no other token of the remote has approved this version */
export async function checkSecondToken(
  trx: Transaction,
  { remote, version, share }: Step,
  { name, isOperator }: RolloutActor,
  limits: Pick<Limits, 'rolloutShareAlone'>,
): Promise<void> {
  if (isOperator || share <= limits.rolloutShareAlone) return;
  const offer = await trx.selectFrom('offer').select('requires_second').where('remote', '=', remote).executeTakeFirst();
  if (!requiresSecond(remote, offer?.requires_second ?? null)) return;
  const other = await trx
    .selectFrom('release_approval')
    .select('token')
    .where('remote', '=', remote)
    .where('version', '=', version)
    .where('token', '<>', name)
    .executeTakeFirst();
  if (!other) throw new Fault('NEEDS_SECOND');
}
