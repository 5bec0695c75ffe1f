// Finds whether a human answers in a chat with a bot or is being waited for.
import type { Selectable } from 'kysely';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';

export type Service = Selectable<Tables['ai_service']>;

/** Undefined when the AI answers. */
export const findOpenService = (db: Db, conversation: string): Promise<Service | undefined> =>
  db
    .selectFrom('ai_service')
    .selectAll()
    .where('conversation', '=', conversation)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
