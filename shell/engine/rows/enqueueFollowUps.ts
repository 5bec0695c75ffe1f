// Notes the requests to the gateway that follow from what was stored, in the same transaction.
import type { AccountDb } from '@amber/client/db';
import type { CommandBodies } from '@amber/proto/systemCommands';

/** Prefix of the kind and the id of what is still to be done. Earlier builds ignore such a row. */
export const followUpPrefix = 'followUp:';

/**
 * The people of a group, a space and its rooms, which keys of a person still belong to a device, more one-time keys or
 * 'all' of this device's keys.
 * What was decided here about own devices, to be told to the others; what another own device has decided.
 * `id` is the group's, the space's, the person's, the row's.
 */
export type FollowUp =
  | { kind: 'group' | 'space'; id: string }
  | { kind: 'devices'; id: string; deviceIds: string[]; unapproved?: string[] }
  | { kind: 'tellDevices'; id: ''; at: number }
  | { kind: 'ownDevices'; id: string; by: string; decided: CommandBodies['ownDevices'] }
  | { kind: 'newKeys'; id: '' | 'all' };

/** `serial` is another one when the same is noted again. */
export type FollowUpRow = FollowUp & { key: string; serial: string };

/** Notes what is to be done; `FollowUps.goOn` does it. Must be called inside a transaction that holds `identity`. */
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
