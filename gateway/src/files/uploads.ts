// Upload names and daily quotas.
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Budget } from '../db/hourlyQuotas.ts';

/** The budget that new and newly held names are charged to. */
export const uploadBudget = (identifier: string, { uploadsPerHour }: Limits): Budget => ({
  key: `upload/${identifier}`,
  limit: uploadsPerHour,
});

const day = 24 * 60 * 60 * 1_000;

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads({ db, clock, limits, quotas }: Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'>) {
  const today = () => Math.floor(clock() / day) * day;

  return {
    /**
     * Assigns a name to the first person who asks, who then holds it; idempotent for that person.
     * @throws Fault UPLOADS_FULL, TOO_MANY; NO_AUTH when it is someone else's.
     */
    async claim(identifier: string, key: string): Promise<void> {
      const used = await db
        .selectFrom('upload_day')
        .select('bytes')
        .where('identifier', '=', identifier)
        .where('day', '=', today())
        .executeTakeFirst();
      if (used && used.bytes >= limits.uploadBytesPerDay) throw new Fault('UPLOADS_FULL');
      await quotas.enforce([uploadBudget(identifier, limits)]);
      const isMine = await db.transaction().execute(async (tx) => {
        const mine = await tx
          .insertInto('upload')
          .values({ key, owner: identifier, created_at: clock() })
          .onConflict((on) =>
            on.column('key').doUpdateSet({ released_at: null }).where('upload.owner', '=', identifier),
          )
          .returning('key')
          .executeTakeFirst();
        if (mine)
          await tx
            .insertInto('file_hold')
            .values({ key, identifier })
            .onConflict((on) => on.doNothing())
            .execute();
        return mine !== undefined;
      });
      if (!isMine) throw new Fault('NO_AUTH');
    },

    /**
     * Charges bytes and pictures to this person's quotas of today. Returns false and charges nothing when one would be
     * exceeded.
     */
    async charge(identifier: string, bytes: number, pictures = 0): Promise<boolean> {
      const { uploadBytesPerDay, picturesPerDay } = limits;
      // One statement, so that parallel parts cannot all be the last allowed.
      const { rows } = await sql`
        insert into upload_day as d (identifier, day, bytes, pictures)
          select identifier, ${today()}, ${bytes}, ${pictures} from person
          where identifier = ${identifier} and deleted_at is null
            and ${bytes} <= ${uploadBytesPerDay}::bigint and ${pictures} <= ${picturesPerDay}::bigint
        on conflict (identifier) do update
          set bytes = case when d.day = excluded.day then d.bytes else 0 end + excluded.bytes,
            pictures = case when d.day = excluded.day then d.pictures else 0 end + excluded.pictures,
            day = excluded.day
          where case when d.day = excluded.day then d.bytes else 0 end + excluded.bytes <= ${uploadBytesPerDay}
            and case when d.day = excluded.day then d.pictures else 0 end + excluded.pictures <= ${picturesPerDay}
        returning bytes`.execute(db);
      return rows.length === 1;
    },

    async dropOld(): Promise<void> {
      await db.deleteFrom('upload_day').where('day', '<', today()).execute();
    },
  };
}
