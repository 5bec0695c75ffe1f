// Queues the requests to the gateway that follow from stored rows, in the same transaction.
import type { AccountDb } from '@amber/client/db';
import { type FollowUp, identityRow } from '../keys/identityRows.ts';

/** Queues follow-ups, which after/followUps.ts processes. Must be called inside a transaction that holds `identity`. */
export async function enqueueFollowUps(db: AccountDb, followUps: readonly FollowUp[]): Promise<void> {
  if (followUps.length === 0) return;
  await db.identity.bulkPut(
    followUps.map((one) => identityRow('followUp:', { ...one, serial: crypto.randomUUID() }, `${one.kind} ${one.id}`)),
  );
}
