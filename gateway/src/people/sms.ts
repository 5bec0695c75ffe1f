// Sign-in codes: sent to a phone, tried a few times, used once.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { isLoopback, networkOf } from '../doors/address.ts';
import type { Clock } from '../kit/clock.ts';
import { SmsFailure } from './smsAttempts.ts';
import type { SmsProvider } from './smsProvider.ts';
import type { Budget, Spending } from '../kit/spending.ts';
import type { Db } from '../store/store.ts';

interface SmsPorts {
  db: Db;
  clock: Clock;
  limits: Limits;
  spending: Spending;
  provider: SmsProvider;
  secret: string;
  /** The E.164 form of a number: budgets are for the number, whichever form an account is stored under. */
  numberOf(phone: string): string;
  /** Allowed prefixes of numbers; empty: any. */
  prefixes: readonly string[];
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export type SmsCodes = ReturnType<typeof createSmsCodes>;

const day = 24 * 60 * 60 * 1_000;
/** A country and, for large ones, a part of it. */
const prefixDigits = 5;
/** Numbers that differ only in this many last digits are neighbours. */
const neighbourDigits = 3;

/** The last is for people who have signed in with that phone; the others are for strangers. */
const [sent, used, sentToKnown] = ['sms/sent', 'sms/used', 'sms/known/sent'];
/** With this many codes sent, a lower share of used codes suggests that someone is paid per message (SMS pumping). */
const usedShareMin = 0.2;
const noticedFrom = 50;

/** A provider's own words hold no number; those of anything else might. */
const reasonOf = (thrown: unknown): string =>
  thrown instanceof SmsFailure ? thrown.message : thrown instanceof Fault ? thrown.code : 'unknown';

export function createSmsCodes({ db, clock, limits, spending, provider, secret, numberOf, prefixes, log }: SmsPorts) {
  const mac = (phone: string, device: string, code: string) =>
    createHmac('sha256', secret).update(`sms/${phone}/${device}/${code}`).digest();

  /** A network's stored form: comparable, not readable. */
  const networkAsker = (phone: string, address: string) =>
    `from ${mac(phone, '', networkOf(address)).toString('base64url')}`;
  const deviceAsker = (device: string) => `device ${device}`;

  /**
   * The requester's class for this phone's budget: a network that has signed in with this phone, one of its devices, or
   * a stranger (''). Devices share one budget: a device's id is no secret.
   */
  async function askerOf(phone: string, device: string, address: string): Promise<string> {
    const [network, own] = [networkAsker(phone, address), deviceAsker(device)];
    const proved = await db
      .selectFrom('sms_proved')
      .select('who')
      .where('phone', '=', phone)
      .where('who', 'in', [network, own])
      .execute();
    if (proved.some(({ who }) => who === network)) return network;
    return proved.length > 0 ? 'device' : '';
  }

  /**
   * One statement, so that concurrent requests cannot both be the last allowed. After a clock was set back some times
   * are in the future: those are ignored.
   */
  async function countSending(number: string, who: string, now: number): Promise<boolean> {
    const key = createHmac('sha256', secret).update(`sms/quota/${number}`).digest();
    const { rows } = await sql`
      insert into sms_quota as q (phone_key, who, sent_at) values (${key}, ${who}, array[${now}::bigint])
      on conflict (phone_key, who) do update
        set sent_at = array(select t from unnest(q.sent_at) t where t > ${now - day}) || excluded.sent_at
        where not exists (select from unnest(q.sent_at) t where t > ${now - limits.codeEvery} and t <= ${now})
          and (select count(*) from unnest(q.sent_at) t where t > ${now - day}) < ${limits.codesPerDay}
      returning who`.execute(db);
    return rows.length === 1;
  }

  /** Narrowest first. Keyed by a number's neighbours and country, never the number. Strangers use up only their own. */
  const budgetsOf = (number: string, who: string, address: string): Budget[] => {
    const whose = who === '' ? 'sms' : 'sms/known';
    return [
      { what: `sms/from/${networkOf(address)}`, most: limits.codesPerNetwork },
      {
        what: `${whose}/near/${mac(number.slice(0, -neighbourDigits), '', '').toString('base64url')}`,
        most: limits.codesPerNeighbours,
      },
      { what: `${whose}/to/${number.slice(0, prefixDigits)}`, most: limits.codesPerPrefix },
    ];
  };

  async function noteProved(phone: string, device: string, address: string): Promise<void> {
    const proved_at = clock();
    await db
      .insertInto('sms_proved')
      .values([networkAsker(phone, address), deviceAsker(device)].map((who) => ({ phone, who, proved_at })))
      .onConflict((on) => on.columns(['phone', 'who']).doUpdateSet({ proved_at }))
      .execute();
  }

  const guesses = (address: string) => `sms/wrong/${networkOf(address)}`;

  async function watch(count: number): Promise<void> {
    if (count < noticedFrom || count % noticedFrom !== 0) return;
    const share = (await spending.countOf(used)) / count;
    if (share < usedShareMin) log.warn({ sent: count, usedShare: share }, 'few of the codes that are sent are used');
  }

  return {
    /**
     * Sends a code that works on this device only, and replaces the previous one.
     * @param address the requester's; this machine is exempt from all but the per-phone limits
     * @throws Fault 100001 when numbers like this get no codes, 100002 when too many were sent to this phone, to its
     * neighbours, from this address or in total, 100003 when sending failed.
     */
    async send(phone: string, device: string, address: string): Promise<void> {
      const number = numberOf(phone);
      if (prefixes.length > 0 && !prefixes.some((prefix) => number.startsWith(prefix))) throw new Fault('100001');
      const now = clock();
      const isSpared = isLoopback(address);
      const who = await askerOf(phone, device, address);
      if (!isSpared && !(await spending.spend(budgetsOf(number, who, address)))) throw new Fault('100002');
      if (!(await countSending(number, who, now))) throw new Fault('100002');
      if (!isSpared) {
        const count = await spending.count(who === '' ? sent : sentToKnown);
        if (who === '') await watch(count);
        if (count > limits.codesPerHour) throw new Fault('100002');
      }
      const code = String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0');
      const fresh = { mac: mac(phone, device, code), tries: limits.codeTries, expires_at: now + limits.codeFor };
      await db
        .insertInto('sms_code')
        .values({ phone, device, ...fresh })
        .onConflict((on) => on.columns(['phone', 'device']).doUpdateSet(fresh))
        .execute();
      try {
        await provider.send(phone, code);
      } catch (cause) {
        if (cause instanceof Fault) throw cause;
        log.warn({ provider: provider.name, reason: reasonOf(cause) }, 'a code could not be sent');
        throw new Fault('100003', { cause });
      }
    },

    provider: provider.name,

    /** Sends a code that opens nothing, for operators. Returns why it could not be sent; '' when it was. */
    async test(phone: string): Promise<string> {
      try {
        await provider.send(phone, '0'.repeat(limits.codeDigits));
        return '';
      } catch (cause) {
        return reasonOf(cause);
      }
    },

    /**
     * Uses up a code, unless `admit` throws for whoever proved the phone: then the code stays. Counts the try before
     * comparing, so that concurrent guesses gain nothing.
     * @throws Fault 100004 alike for a wrong, expired, used up or unknown code, and after too many guesses.
     */
    async redeem(
      phone: string,
      device: string,
      code: string,
      address: string,
      admit?: () => Promise<void>,
    ): Promise<void> {
      const isSpared = isLoopback(address);
      if (!isSpared && (await spending.countOf(guesses(address))) >= limits.guessesPerNetwork)
        throw new Fault('100004');
      const tried = await db
        .updateTable('sms_code')
        .set((row) => ({ tries: row('tries', '-', 1) }))
        .where('phone', '=', phone)
        .where('device', '=', device)
        .where('tries', '>', 0)
        .where('expires_at', '>', clock())
        .returning('mac')
        .executeTakeFirst();
      if (!tried || !timingSafeEqual(tried.mac, mac(phone, device, code))) {
        if (!isSpared) await spending.count(guesses(address));
        throw new Fault('100004');
      }
      await admit?.();
      const isMine = await db
        .deleteFrom('sms_code')
        .where('phone', '=', phone)
        .where('device', '=', device)
        .where('mac', '=', tried.mac)
        .executeTakeFirst();
      if (isMine.numDeletedRows === 0n) throw new Fault('100004');
      if (!isSpared && (await askerOf(phone, device, address)) === '') await spending.count(used);
      await noteProved(phone, device, address);
    },
  };
}
