// QR codes that lead to a person.
import { Fault } from '@amber/proto/faults';
import type { CallsOf } from './handler.ts';
import { newIdentifier } from '../core/identifiers.ts';
import type { Limits } from '@amber/proto/limits';
import type { HourlyQuotas } from '../db/hourlyQuotas.ts';
import type { Store } from '../db/store.ts';

export interface QrcodePorts {
  store: Store;
  quotas: HourlyQuotas;
  limits: Limits;
}

export const qrcodeCalls = ({ store: { db }, quotas, limits }: QrcodePorts): CallsOf<'qrcode'> => ({
  async 'qrcode.create'({ renew }, { identifier }) {
    const code = newIdentifier();
    await db
      .insertInto('qrcode')
      .values({ identifier, code })
      .onConflict((on) => (renew ? on.column('identifier').doUpdateSet({ code }) : on.column('identifier').doNothing()))
      .execute();
    return db.selectFrom('qrcode').select('code').where('identifier', '=', identifier).executeTakeFirstOrThrow();
  },

  async 'qrcode.get'({ code }, { identifier }) {
    if (!(await quotas.consume([{ key: `qrcode/${identifier}`, limit: limits.codesReadPerHour }])))
      throw new Fault('TOO_MANY');
    const userInfo = await db
      .selectFrom('qrcode')
      .innerJoin('person', 'person.identifier', 'qrcode.identifier')
      .select(['person.identifier', 'avatar', 'last_name as lastName'])
      .where('code', '=', code)
      .executeTakeFirst();
    if (!userInfo) throw new Fault('NO_AUTH');
    return { userInfo };
  },
});
