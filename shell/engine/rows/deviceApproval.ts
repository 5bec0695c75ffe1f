// What this device knows of its own approval.
import type { OwnDevices } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';

/** Written by builds before approval: this device had met its person's others. */
export const legacyMetKey = 'met';

/** In the table of this device's keys. Earlier builds ignore it. */
export const approvalKey = 'standing';

export interface DeviceApproval {
  key: typeof approvalKey;
  /** What this device knows of itself; the gateway's word can take approval away, not give it. */
  isApproved: boolean;
  /** A person has asked here to be the first device. */
  asked?: true;
  /** Devices from before approval were not looked at yet. */
  hasUnseen?: true;
  /** What pages were told last. */
  told?: OwnDevices;
}

export const readApproval = async (db: AccountDb): Promise<DeviceApproval | undefined> =>
  (await db.identity.get(approvalKey)) as DeviceApproval | undefined;

/** Whether this device waits for approval: nothing is sealed for it meanwhile, which is no loss to be asked for. */
export const isAwaitingApproval = async (db: AccountDb): Promise<boolean> =>
  (await readApproval(db))?.told?.standing === 'waiting';
