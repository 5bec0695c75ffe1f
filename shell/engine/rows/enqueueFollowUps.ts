// Queues the requests to the gateway that follow from stored rows, in the same transaction.
import type { AccountDb } from '@amber/client/db';
import type { CommandBodies } from '@amber/proto/systemCommands';

/** Prefix of the key of a queued follow-up. Earlier builds ignore such a row. */
export const followUpPrefix = 'followUp:';

/**
 * A queued request:
 * - `group`, `space`: fetch the members of the group `id`, or the space `id` with its rooms;
 * - `devices`: which keys of the person `id` still belong to one of their devices;
 * - `tellDevices`: send what was decided here about own devices to the others;
 * - `ownDevices`: apply the decision of another own device, in the row `id`;
 * - `newKeys`: upload more one-time keys, or 'all' keys of this device.
 */
export type FollowUp =
  | { kind: 'group' | 'space'; id: string }
  | { kind: 'devices'; id: string; deviceIds: string[]; unapproved?: string[] }
  | { kind: 'tellDevices'; id: ''; at: number }
  | { kind: 'ownDevices'; id: string; by: string; decided: CommandBodies['ownDevices'] }
  | { kind: 'newKeys'; id: '' | 'all' };

/** `serial` changes when the same follow-up is queued again. */
export type FollowUpRow = FollowUp & { key: string; serial: string };

/** Queues follow-ups, which after/followUps.ts processes. Must be called inside a transaction that holds `identity`. */
export async function enqueueFollowUps(db: AccountDb, followUps: readonly FollowUp[]): Promise<void> {
  if (followUps.length === 0) return;
  await db.identity.bulkPut(
    followUps.map((one): FollowUpRow => ({
      ...one,
      key: `${followUpPrefix}${one.kind} ${one.id}`,
      serial: crypto.randomUUID(),
    })),
  );
}
