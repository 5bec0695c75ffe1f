// Sign-in codes: sent to a phone, tried a few times, used once.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { SmsProvider } from './smsProviders.ts';
import type { Db } from './store.ts';

interface SmsPorts {
  db: Db;
  clock: Clock;
  limits: Limits;
  provider: SmsProvider;
  secret: string;
}

export type SmsCodes = ReturnType<typeof createSmsCodes>;

const day = 24 * 60 * 60 * 1_000;

export function createSmsCodes({ db, clock, limits, provider, secret }: SmsPorts) {
  const mac = (phone: string, device: string, code: string) =>
    createHmac('sha256', secret).update(`sms/${phone}/${device}/${code}`).digest();

  /** One statement, so that two requests at once cannot both be the last allowed. */
  async function countSending(phone: string, now: number): Promise<boolean> {
    const { rows } = await sql`
      insert into sms_quota as q (phone, sent_at) values (${phone}, array[${now}::bigint])
      on conflict (phone) do update
        set sent_at = array(select t from unnest(q.sent_at) t where t > ${now - day}) || excluded.sent_at
        where (select coalesce(max(t), 0) from unnest(q.sent_at) t) <= ${now - limits.codeEvery}
          and (select count(*) from unnest(q.sent_at) t where t > ${now - day}) < ${limits.codesPerDay}
      returning phone`.execute(db);
    return rows.length === 1;
  }

  return {
    /**
     * Sends a code that works on this device alone, and replaces the one before it.
     * @throws Fault 100002 when this phone was sent too many, 100003 when it could not be sent.
     */
    async send(phone: string, device: string): Promise<void> {
      const now = clock();
      if (!(await countSending(phone, now))) throw new Fault('100002');
      const code = String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0');
      const fresh = { mac: mac(phone, device, code), tries: limits.codeTries, expires_at: now + limits.codeFor };
      await db.insertInto('sms_code').values({ phone, device, ...fresh })
        .onConflict((on) => on.columns(['phone', 'device']).doUpdateSet(fresh)).execute();
      try {
        await provider.send(phone, code);
      } catch (cause) {
        throw new Fault('100003', { cause });
      }
    },

    /**
     * Uses a code up. A try is taken off before anything is compared, so that a race of guesses buys none.
     * @throws Fault 100004 alike for a wrong, an expired, a dead and an unknown one.
     */
    async redeem(phone: string, device: string, code: string): Promise<void> {
      const tried = await db.updateTable('sms_code').set((row) => ({ tries: row('tries', '-', 1) }))
        .where('phone', '=', phone).where('device', '=', device).where('tries', '>', 0).where('expires_at', '>', clock())
        .returning('mac').executeTakeFirst();
      if (!tried || !timingSafeEqual(tried.mac, mac(phone, device, code))) throw new Fault('100004');
      const used = await db.deleteFrom('sms_code')
        .where('phone', '=', phone).where('device', '=', device).where('mac', '=', tried.mac).executeTakeFirst();
      if (used.numDeletedRows === 0n) throw new Fault('100004');
    },
  };
}
