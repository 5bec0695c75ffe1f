// Whether a person may write to another one in private: the rule of send_batch, for the steps before a message.
import { Fault } from '@amber/proto/faults';
import type { Db } from '../db/store.ts';

export type WritingRefusal = 'NO_AUTH' | 'BLOCKED' | 'PRIVATE_CLOSED';

/** The people among these to whom `from` may not write, and the fault that sending would return. */
export async function writingRefusals(
  db: Db,
  from: string,
  among: readonly string[],
): Promise<Map<string, WritingRefusal>> {
  const others = among.filter((one) => one !== from);
  if (others.length === 0) return new Map();
  const rows = await db
    .selectFrom('person as p')
    .select(['p.identifier', 'p.message_limit'])
    .select((of) => [
      of
        .exists(
          of
            .selectFrom('block as b')
            .select('b.blocked')
            .whereRef('b.identifier', '=', 'p.identifier')
            .where('b.blocked', '=', from),
        )
        .as('blocked'),
      of
        .exists(
          of
            .selectFrom('contact as k')
            .select('k.other')
            .whereRef('k.identifier', '=', 'p.identifier')
            .where('k.other', '=', from)
            .where('k.is_contact', '=', true),
        )
        .as('isContact'),
    ])
    .where('p.identifier', 'in', others)
    .execute();
  const refusals = new Map<string, WritingRefusal>(others.map((one) => [one, 'NO_AUTH']));
  for (const { identifier, message_limit, blocked, isContact } of rows) {
    const isOpen = message_limit === 'everybody' || (message_limit === 'contacts' && Boolean(isContact));
    if (blocked) refusals.set(identifier, 'BLOCKED');
    else if (!isOpen) refusals.set(identifier, 'PRIVATE_CLOSED');
    else refusals.delete(identifier);
  }
  return refusals;
}

/**
 * Checks whether a person may write to another one.
 * @throws Fault NO_AUTH when there is no such person; the faults of sending: BLOCKED, PRIVATE_CLOSED.
 */
export async function checkMayWrite(db: Db, from: string, to: string): Promise<void> {
  const refusal = (await writingRefusals(db, from, [to])).get(to);
  if (refusal) throw new Fault(refusal);
}
