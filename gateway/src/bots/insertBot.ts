// Creates a bot: a person of kind bot, and its details.
import type { Insertable } from 'kysely';
import { newIdentifier } from '../core/identifiers.ts';
import type { Transaction } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';

/** Returns the bot's identifier; null when this request has already created it. */
export async function insertBot(
  tx: Transaction,
  bot: Omit<Insertable<Tables['ai_bot']>, 'id'>,
): Promise<string | null> {
  const id = newIdentifier();
  await tx
    .insertInto('person')
    .values({
      identifier: id,
      kind: 'bot',
      phone: null,
      avatar: bot.avatar,
      last_name: bot.name,
      findable: bot.audience === 'everyone',
      created_at: bot.updated_at,
      // A bot has chats of its own kind only, so nobody may send it a contact request.
      apply_limit: 'nobody',
      message_limit: 'nobody',
    })
    .execute();
  const made = await tx
    .insertInto('ai_bot')
    .values({ id, ...bot })
    .onConflict((on) => on.column('request').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) await tx.deleteFrom('person').where('identifier', '=', id).execute();
  return made?.id ?? null;
}
