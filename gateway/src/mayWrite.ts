// Whether somebody may write to somebody else in private: the rule that send_batch keeps, for what comes before a message.
import { Fault } from '@amber/proto/faults';
import type { Db } from './store.ts';

/** Why not, as sending would be refused for it; null when nothing stands in the way. */
export async function writingRefusal(db: Db, from: string, to: string): Promise<'NO_AUTH' | 'BLOCKED' | 'PRIVATE_CLOSED' | null> {
  if (from === to) return null;
  const found = await db.selectFrom('person').select('message_limit').where('identifier', '=', to)
    .select((of) => [
      of.exists(of.selectFrom('block').select('blocked').where('identifier', '=', to).where('blocked', '=', from)).as('blocked'),
      of.exists(of.selectFrom('contact').select('other').where('identifier', '=', to).where('other', '=', from).where('is_contact', '=', true))
        .as('isContact'),
    ]).executeTakeFirst();
  if (!found) return 'NO_AUTH';
  if (found.blocked) return 'BLOCKED';
  const isOpen = found.message_limit === 'everybody' || (found.message_limit === 'contacts' && found.isContact);
  return isOpen ? null : 'PRIVATE_CLOSED';
}

/** @throws Fault NO_AUTH when there is no such person; what sending would be refused for: BLOCKED, PRIVATE_CLOSED. */
export async function checkMayWrite(db: Db, from: string, to: string): Promise<void> {
  const refusal = await writingRefusal(db, from, to);
  if (refusal) throw new Fault(refusal);
}
