// Serializes what stores a person's voice with the deletion of the account.
import { Fault } from '@amber/proto/faults';
import type { Transaction } from '../db/store.ts';
import type { Notices } from '../messages/push/notices.ts';

/** A call that was running when the account was deleted must not leave anything behind. @throws Fault NO_AUTH */
export async function lockOwner(tx: Transaction, notices: Pick<Notices, 'lock'>, owner: string): Promise<void> {
  await notices.lock(tx, [owner]);
  const { deleted_at } = await tx
    .selectFrom('person')
    .select('deleted_at')
    .where('identifier', '=', owner)
    .executeTakeFirstOrThrow();
  if (deleted_at !== null) throw new Fault('NO_AUTH');
}
