// The stored approval state of this device.
import type { OwnDevices } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';

/** Written by builds that had no device approval: this device had seen the account's other devices. */
export const legacyMetKey = 'met';

/** The key of a row in the table `identity`. Earlier builds ignore it. */
export const approvalKey = 'standing';

export interface DeviceApproval {
  key: typeof approvalKey;
  /** This device's own decision. The gateway can revoke the approval, but cannot grant it. */
  isApproved: boolean;
  /** Whether the user has asked on this device to make it the first one. */
  asked?: true;
  /** Whether devices from before the introduction of approval still have to be reviewed. */
  hasUnseen?: true;
  /** The state that pages were last notified of. */
  told?: OwnDevices;
}

export const readApproval = async (db: AccountDb): Promise<DeviceApproval | undefined> =>
  (await db.identity.get(approvalKey)) as DeviceApproval | undefined;

/** Whether this device waits for approval. Nothing is encrypted for it meanwhile, so no message counts as missing. */
export const isAwaitingApproval = async (db: AccountDb): Promise<boolean> =>
  (await readApproval(db))?.told?.standing === 'waiting';
