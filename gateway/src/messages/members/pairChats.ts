// The conversation of two people, or of a person and a bot: one per pair.
import { newIdentifier, pairKeyOf } from '../../core/identifiers.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';
import type { Membership } from './membership.ts';

interface PairChatPorts extends Pick<GatewayBase, 'db' | 'clock'> {
  membership: Membership;
}

/**
 * Returns the pair's single conversation, whoever asks first and however often; a person's chat with themselves connects
 * their own devices. `checkNew` runs only before a new one is created, and refuses it by throwing.
 */
export async function getOrCreatePairChat(
  { db, clock, membership }: PairChatPorts,
  { type, owner, other }: { type: 'private' | 'robot'; owner: string; other: string },
  checkNew?: () => Promise<void>,
): Promise<string> {
  const pair = pairKeyOf(owner, other);
  const findExisting = () => db.selectFrom('conversation').select('id').where('pair', '=', pair).executeTakeFirst();
  const before = await findExisting();
  if (before) return before.id;
  await checkNew?.();
  const people = [...new Set([owner, other])];
  const members = people.map((identifier) => ({ identifier, role: 'member' as const }));
  const created = await db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('conversation')
      .values({ id: newIdentifier(), type, pair, owner, created_at: clock() })
      .onConflict((on) => on.column('pair').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) await membership.add(tx, row.id, members);
    return row;
  });
  if (!created) return (await findExisting())!.id;
  // A bot has no devices that could be notified.
  membership.publishChange(created.id, type === 'robot' ? [owner] : people);
  return created.id;
}
