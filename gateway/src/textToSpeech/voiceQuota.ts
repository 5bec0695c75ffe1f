// Limits the characters that are spoken for an account per day.
import { Fault } from '@amber/proto/faults';
import { sql } from 'kysely';
import type { GatewayBase } from '../db/gatewayBase.ts';

const day = 24 * 60 * 60 * 1_000;

export function createVoiceQuota({ db, clock, limits }: Pick<GatewayBase, 'db' | 'clock' | 'limits'>) {
  const today = () => Math.floor(clock() / day);
  return {
    /** Counts characters before they are synthesized. @throws Fault VOICE_USED_UP */
    async charge(identifier: string, characters: number): Promise<void> {
      const max = limits.voiceCharactersPerDay;
      // One statement, so that parallel sentences cannot all be the last allowed.
      const { rows } = await sql`
        insert into voice_use as u (identifier, day, characters)
          select identifier, ${today()}, ${characters} from person
          where identifier = ${identifier} and deleted_at is null and ${characters} <= ${max}::int
        on conflict (identifier) do update
          set characters = case when u.day = excluded.day then u.characters else 0 end + excluded.characters,
            day = excluded.day
          where case when u.day = excluded.day then u.characters else 0 end + excluded.characters <= ${max}::int
        returning characters`.execute(db);
      if (rows.length === 0) throw new Fault('VOICE_USED_UP');
    },

    /** Returns what was charged today for a sentence that could not be synthesized. */
    async refund(identifier: string, characters: number): Promise<void> {
      await db
        .updateTable('voice_use')
        .set((row) => ({ characters: sql<number>`greatest(${row.ref('characters')} - ${characters}::int, 0)` }))
        .where('identifier', '=', identifier)
        .where('day', '=', today())
        .execute();
    },

    async dropOld(): Promise<void> {
      await db.deleteFrom('voice_use').where('day', '<', today()).execute();
    },
  };
}
