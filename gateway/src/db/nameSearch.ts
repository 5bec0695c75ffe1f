// Indexed substring search in names of people and public spaces. Triggers maintain the tables, see baseline.sql.
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './store.ts';

/** Ranks: the name begins with the text, a word in it does, or the text is elsewhere. */
export const nameRanks = [0, 1, 2] as const;

const kinds = {
  person: { table: sql.table('person_name'), id: sql.ref('n.identifier'), earlier: sql.ref('e.identifier') },
  space: { table: sql.table('space_name'), id: sql.ref('n.space'), earlier: sql.ref('e.space') },
};

export interface NameMatch {
  rank: number;
  part: string;
  id: string;
}

/** Prefix range in byte order; no string sorts after the last code point. */
const beginsWith = (part: string, prefix: string): RawBuilder<boolean> =>
  sql`${sql.ref(part)} >= folded(${prefix}) and ${sql.ref(part)} < folded(${prefix}) || '\u{10FFFF}'`;

/**
 * The first `limit` matches after the cursor, each once, at its best rank.
 * Its cost grows with `limit`, not with the table: it reads each rank's index in order, as far as needed.
 */
export async function findByName(
  db: Db,
  kind: keyof typeof kinds,
  prefix: string,
  { limit, after, filter }: { limit: number; after?: NameMatch | null; filter?: RawBuilder<boolean> },
): Promise<NameMatch[]> {
  const { table, id, earlier } = kinds[kind];
  const selectRank = (rank: number) => sql`(
    select n.rank, n.part, ${id} as id from ${table} n
    where n.rank = ${sql.lit(rank)} and ${beginsWith('n.part', prefix)}
      ${filter ? sql`and ${filter}` : sql``}
      ${after?.rank === rank ? sql`and (n.part, ${id}) > (${after.part}, ${after.id})` : sql``}
      ${
        rank === 0
          ? sql``
          : sql`and not exists (
        select from ${table} e where ${earlier} = ${id} and (e.rank, e.part) < (n.rank, n.part) and ${beginsWith('e.part', prefix)}
      )`
      }
    order by n.part, ${id} limit ${limit}
  )`;
  const ranks = nameRanks.filter((rank) => rank >= (after?.rank ?? 0));
  const { rows } = await sql<NameMatch>`
    select rank, part, id from (${sql.join(ranks.map(selectRank), sql` union all `)}) f order by rank, part, id limit ${limit}`.execute(
    db,
  );
  return rows;
}
