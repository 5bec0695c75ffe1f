// Whether somebody may write to somebody else in private.
import { Fault } from '@amber/proto/faults';
import type { Db } from './store.ts';

/** @throws Fault NO_AUTH when there is no such person; what sending would be refused for: BLOCKED. */
export async function checkMayWrite(db: Db, from: string, to: string): Promise<void> {
  if (from === to) return;
  const found = await db.selectFrom('person').select('identifier').where('identifier', '=', to)
    .select((of) => of.exists(of.selectFrom('block').select('blocked').where('identifier', '=', to).where('blocked', '=', from)).as('blocked'))
    .executeTakeFirst();
  if (!found) throw new Fault('NO_AUTH');
  if (found.blocked) throw new Fault('BLOCKED');
}
