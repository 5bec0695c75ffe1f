// Sign-in codes: sent to a phone, valid for a few tries and a single use.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { Fault } from '@amber/proto/faults';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { isLoopback, networkOf } from '../../core/address.ts';
import { SmsFailure } from './smsRetry.ts';
import type { SmsProvider } from './smsProvider.ts';
import type { Budget } from '../../db/hourlyQuotas.ts';
import type { GatewayBase } from '../../db/gatewayBase.ts';

interface SmsPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  provider: SmsProvider;
  secret: string;
  /** The E.164 form of a number: budgets count per number, whichever form an account is stored under. */
  numberOf(phone: string): string;
  /** Allowed prefixes of numbers; empty: any. */
  prefixes: readonly string[];
  log: Pick<FastifyBaseLogger, 'warn'>;
}

const day = 24 * 60 * 60 * 1_000;
/** The number of leading digits that identify a country and, for large countries, a part of it. */
const prefixDigits = 5;
/** Numbers that differ only in this many last digits are neighbours. */
const neighbourDigits = 3;

/** Budget keys: the number of codes that strangers were sent, and the number that they used. */
const [sent, used] = ['sms/sent', 'sms/used'];
/** People who have signed in with that phone have budgets separate from those of strangers. */
const [strangerGroup, knownGroup] = ['sms', 'sms/known'];
/** With this many codes sent, a lower share of used codes suggests that someone is paid per message (SMS pumping). */
const usedShareMin = 0.2;
const usedShareSample = 50;

const notSent = 'a code could not be sent';

/** A provider's own message contains no number; any other error's message might. */
const reasonOf = (thrown: unknown): string =>
  thrown instanceof SmsFailure ? thrown.message : thrown instanceof Fault ? thrown.code : 'unknown';

export function createSmsCodes({ db, clock, limits, quotas, provider, secret, numberOf, prefixes, log }: SmsPorts) {
  const mac = (phone: string, device: string, code: string) =>
    createHmac('sha256', secret).update(`sms/${phone}/${device}/${code}`).digest();

  /** The stored form of a network: comparable, but not readable. */
  const networkKey = (phone: string, address: string) =>
    `from ${mac(phone, '', networkOf(address)).toString('base64url')}`;
  const deviceKey = (device: string) => `device ${device}`;

  /**
   * The requester's class for this phone's budget: a network that has signed in with this phone, one of the phone's
   * devices, or a stranger (''). Devices share one budget: a device's id is no secret.
   */
  async function requesterOf(phone: string, device: string, address: string): Promise<string> {
    const [network, own] = [networkKey(phone, address), deviceKey(device)];
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
   * Counts a code in one statement, so that concurrent requests cannot both be the last allowed one. After the clock
   * was set back some times are in the future: those are ignored.
   * @returns whether the code may be sent
   */
  async function countSending(number: string, requester: string, now: number): Promise<boolean> {
    const key = createHmac('sha256', secret).update(`sms/quota/${number}`).digest();
    const { rows } = await sql`
      insert into sms_quota as q (phone_key, who, sent_at) values (${key}, ${requester}, array[${now}::bigint])
      on conflict (phone_key, who) do update
        set sent_at = array(select t from unnest(q.sent_at) t where t > ${now - day}) || excluded.sent_at
        where not exists (select from unnest(q.sent_at) t where t > ${now - limits.codeResendAfter} and t <= ${now})
          and (select count(*) from unnest(q.sent_at) t where t > ${now - day}) < ${limits.codesPerDay}
      returning who`.execute(db);
    return rows.length === 1;
  }

  /** The budgets by network and neighbouring numbers, narrowest first. No key contains the whole number. */
  const narrowBudgetsOf = (number: string, group: string, address: string): Budget[] => [
    { key: `sms/from/${networkOf(address)}`, limit: limits.codesPerNetwork },
    {
      key: `${group}/near/${mac(number.slice(0, -neighbourDigits), '', '').toString('base64url')}`,
      limit: limits.codesPerNeighbours,
    },
  ];

  /** Counts this request; returns whether this network has asked for few numbers in this hour. */
  async function isLowVolumeNetwork(number: string, address: string): Promise<boolean> {
    const network = networkOf(address);
    const isNew = (await quotas.count(`sms/pair/${mac(number, 'pair', network).toString('base64url')}`)) === 1;
    const numbers = `sms/numbers/${network}`;
    return (await (isNew ? quotas.count(numbers) : quotas.countOf(numbers))) <= limits.codesReservedNumbers;
  }

  const reservedOf = (limit: number): number => Math.ceil(limit * limits.codesReserved);

  /**
   * Spends from a budget that many people share. A network that asks for many numbers gets nothing from the reserved
   * part.
   */
  async function consumeShared({ key, limit }: Budget, isLowVolume: boolean, prefix: string): Promise<boolean> {
    const open = limit - reservedOf(limit);
    const count = await quotas.count(key);
    if (count <= open) return true;
    if (count === open + 1)
      log.warn({ prefix, codes: open }, 'the sign-in codes of this hour are used up, but for the reserved ones');
    return isLowVolume && (await quotas.count(`${key}/reserved`)) <= reservedOf(limit);
  }

  async function recordProof(phone: string, device: string, address: string): Promise<void> {
    const proved_at = clock();
    await db
      .insertInto('sms_proved')
      .values([networkKey(phone, address), deviceKey(device)].map((who) => ({ phone, who, proved_at })))
      .onConflict((on) => on.columns(['phone', 'who']).doUpdateSet({ proved_at }))
      .execute();
  }

  const guessKeyOf = (address: string) => `sms/wrong/${networkOf(address)}`;

  async function warnOfPumping(count: number): Promise<void> {
    if (count < usedShareSample || count % usedShareSample !== 0) return;
    const share = (await quotas.countOf(used)) / count;
    if (share < usedShareMin) log.warn({ sent: count, usedShare: share }, 'few of the codes that are sent are used');
  }

  /** Stores a code and hands it to the provider. @throws Fault 100003 */
  async function deliver(phone: string, device: string, now: number): Promise<void> {
    const code = String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0');
    const values = { mac: mac(phone, device, code), tries: limits.codeAttempts, expires_at: now + limits.codeTtl };
    await db
      .insertInto('sms_code')
      .values({ phone, device, ...values })
      .onConflict((on) => on.columns(['phone', 'device']).doUpdateSet(values))
      .execute();
    try {
      await provider.send(phone, code);
    } catch (cause) {
      if (cause instanceof Fault) throw cause;
      log.warn({ provider: provider.name, reason: reasonOf(cause) }, notSent);
      throw new Fault('100003', { cause });
    }
  }

  return {
    /**
     * Sends a code that works on this device only, and replaces the previous one.
     * @param address the requester's; this machine is exempt from all but the per-phone limits
     * @throws Fault 100001 when numbers like this get no codes, 100002 when too many were sent to this phone, to its
     * neighbours, from this address or in total, 100003 when sending failed.
     * @param mayReceive decides whether this phone gets a message at all; with it the answer is always the same
     */
    async send(phone: string, device: string, address: string, mayReceive?: () => Promise<boolean>): Promise<void> {
      const number = numberOf(phone);
      if (prefixes.length > 0 && !prefixes.some((prefix) => number.startsWith(prefix))) throw new Fault('100001');
      const now = clock();
      const isExempt = isLoopback(address);
      const requester = await requesterOf(phone, device, address);
      const group = requester === '' ? strangerGroup : knownGroup;
      if (!isExempt && !(await quotas.consume(narrowBudgetsOf(number, group, address)))) throw new Fault('100002');
      const isLowVolume = !isExempt && (await isLowVolumeNetwork(number, address));
      const prefix = number.slice(0, prefixDigits);
      const perPrefix = { key: `${group}/to/${prefix}`, limit: limits.codesPerPrefix };
      if (!isExempt && !(await consumeShared(perPrefix, isLowVolume, prefix))) throw new Fault('100002');
      if (!(await countSending(number, requester, now))) throw new Fault('100002');
      if (!isExempt) {
        const perHour = { key: `${group}/all`, limit: limits.codesPerHour };
        if (!(await consumeShared(perHour, isLowVolume, ''))) throw new Fault('100002');
      }
      const countSent = async () => {
        if (!isExempt && requester === '') await warnOfPumping(await quotas.count(sent));
      };
      if (!mayReceive) {
        await countSent();
        return deliver(phone, device, now);
      }
      // The caller does not wait: neither the time nor a failure may tell whether this phone gets a message.
      void (async () => {
        if (!(await mayReceive())) return;
        await countSent();
        await deliver(phone, device, now);
      })().catch((thrown: unknown) => {
        if (!(thrown instanceof Fault)) log.warn({ provider: provider.name, reason: reasonOf(thrown) }, notSent);
      });
    },

    provider: provider.name,

    /** The prefixes ('' for all numbers) whose codes of this hour are used up, except for the reserved ones. */
    async exhaustedPrefixes(): Promise<{ prefix: string; requests: number }[]> {
      // This is the condition of the index `spending_codes`.
      const counts = await quotas.countsWhere(sql`(what like 'sms/to/%' or what = 'sms/all')`);
      return counts.flatMap(({ what, count }) => {
        if (what.endsWith('/reserved')) return [];
        const isAll = what === `${strangerGroup}/all`;
        const most = isAll ? limits.codesPerHour : limits.codesPerPrefix;
        return count > most - reservedOf(most)
          ? [{ prefix: isAll ? '' : what.slice(`${strangerGroup}/to/`.length), requests: count }]
          : [];
      });
    },

    /** Sends a code that opens nothing, for operators. Returns the reason for a failure; '' on success. */
    async test(phone: string): Promise<string> {
      try {
        await provider.send(phone, '0'.repeat(limits.codeDigits));
        return '';
      } catch (cause) {
        return reasonOf(cause);
      }
    },

    /**
     * Uses up a code, unless `admit` throws for the owner of the phone: then the code stays valid. Counts the try
     * before comparing, so that concurrent guesses gain nothing.
     * @throws Fault 100004 alike for a wrong, expired, used up or unknown code, and after too many guesses.
     */
    async redeem(
      phone: string,
      device: string,
      code: string,
      address: string,
      admit?: () => Promise<void>,
    ): Promise<void> {
      const isExempt = isLoopback(address);
      if (!isExempt && (await quotas.countOf(guessKeyOf(address))) >= limits.guessesPerNetwork)
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
        if (!isExempt) await quotas.count(guessKeyOf(address));
        throw new Fault('100004');
      }
      await admit?.();
      const deletion = await db
        .deleteFrom('sms_code')
        .where('phone', '=', phone)
        .where('device', '=', device)
        .where('mac', '=', tried.mac)
        .executeTakeFirst();
      if (deletion.numDeletedRows === 0n) throw new Fault('100004');
      if (!isExempt && (await requesterOf(phone, device, address)) === '') await quotas.count(used);
      await recordProof(phone, device, address);
    },
  };
}
