// Who may upload under which name, and how much in a day.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Spending } from './spending.ts';
import type { Db } from './store.ts';

const day = 24 * 60 * 60 * 1_000;

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads({ db, clock, limits, spending }: { db: Db; clock: Clock; limits: Limits; spending: Spending }) {
  const today = () => Math.floor(clock() / day) * day;

  return {
    /**
     * Gives a name to the first who asks for it; to that person it is given again.
     * @throws Fault UPLOADS_FULL, TOO_MANY; NO_AUTH when it is another's.
     */
    async claim(identifier: string, key: string): Promise<void> {
      const used = await db.selectFrom('upload_day').select('bytes').where('identifier', '=', identifier).where('day', '=', today()).executeTakeFirst();
      if (used && used.bytes >= limits.uploadBytesPerDay) throw new Fault('UPLOADS_FULL');
      if (!await spending.spend([{ what: `upload/${identifier}`, most: limits.uploadsPerHour }])) throw new Fault('TOO_MANY');
      await db.insertInto('upload').values({ key, owner: identifier, created_at: clock() }).onConflict((on) => on.doNothing()).execute();
      const { owner } = await db.selectFrom('upload').select('owner').where('key', '=', key).executeTakeFirstOrThrow();
      if (owner !== identifier) throw new Fault('NO_AUTH');
    },

    /** Counts bytes as this person's of today; where that is too many it counts none, and returns false. */
    async charge(identifier: string, bytes: number): Promise<boolean> {
      // One statement, so that parts which come at once cannot all be the last.
      const { rows } = await sql`
        insert into upload_day as d (identifier, day, bytes)
          select identifier, ${today()}, ${bytes} from person where identifier = ${identifier} and deleted_at is null and ${bytes} <= ${limits.uploadBytesPerDay}::bigint
        on conflict (identifier) do update
          set bytes = case when d.day = excluded.day then d.bytes else 0 end + excluded.bytes, day = excluded.day
          where case when d.day = excluded.day then d.bytes else 0 end + excluded.bytes <= ${limits.uploadBytesPerDay}
        returning bytes`.execute(db);
      return rows.length === 1;
    },

    async dropOld(): Promise<void> {
      await db.deleteFrom('upload_day').where('day', '<', today()).execute();
    },
  };
}
