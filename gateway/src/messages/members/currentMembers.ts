// Reads who is in a conversation or a space now.
import type { Db } from '../../db/store.ts';

/** Everyone who is in a conversation, and whether they were invited by name. */
export async function currentMembers(db: Db, conversation: string): Promise<Map<string, { invited: boolean }>> {
  const found = await db
    .selectFrom('member')
    .select(['identifier', 'invited'])
    .where('conversation', '=', conversation)
    .where('left_seq', 'is', null)
    .execute();
  return new Map(found.map(({ identifier, invited }) => [identifier, { invited }]));
}

/** The people among these who are members of a space. `among` must not be empty. */
export async function spaceMembersAmong(db: Db, space: string, among: readonly string[]): Promise<Set<string>> {
  const found = await db
    .selectFrom('space_member')
    .select('identifier')
    .where('space', '=', space)
    .where('identifier', 'in', among)
    .execute();
  return new Set(found.map(({ identifier }) => identifier));
}
