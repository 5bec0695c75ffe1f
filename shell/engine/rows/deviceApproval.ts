// Whether this device is approved.
import type { AccountDb } from '@amber/client/db';
import { getIdentityRow } from '../keys/identityRows.ts';

/** Whether this device waits for approval. Nothing is encrypted for it meanwhile, so no message counts as missing. */
export const isAwaitingApproval = async (db: AccountDb): Promise<boolean> =>
  (await getIdentityRow(db, 'standing'))?.told?.standing === 'waiting';
