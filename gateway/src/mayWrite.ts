// Whether somebody may write to somebody else in private: the rule that send_batch keeps, for what comes before a message.
import { Fault } from '@amber/proto/faults';
import type { Db } from './store.ts';

/** @throws Fault NO_AUTH when there is no such person; what sending would be refused for: BLOCKED, PRIVATE_CLOSED. */
export async function checkMayWrite(db: Db, from: string, to: string): Promise<void> {
  if (from === to) return;
  const found = await db.selectFrom('person').select('message_limit').where('identifier', '=', to)
    .select((of) => [
      of.exists(of.selectFrom('block').select('blocked').where('identifier', '=', to).where('blocked', '=', from)).as('blocked'),
      of.exists(of.selectFrom('contact').select('other').where('identifier', '=', to).where('other', '=', from).where('is_contact', '=', true))
        .as('isContact'),
    ]).executeTakeFirst();
  if (!found) throw new Fault('NO_AUTH');
  if (found.blocked) throw new Fault('BLOCKED');
  if (found.message_limit !== 'everybody' && !(found.message_limit === 'contacts' && found.isContact)) throw new Fault('PRIVATE_CLOSED');
}
